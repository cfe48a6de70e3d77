"""Additional schemathesis checks."""

import json
import os
import re

import schemathesis
from schemathesis.generation import GenerationMode

EXPLAINED = json.loads(os.environ["EXPLAINED_REFUSALS"])


def is_explained(operation, message):
    """Whether no schema can express the rejection: it depends on other fields or on stored data."""
    return any(
        each.get("operation", operation) == operation and each.get("message", message) == message for each in EXPLAINED
    )


@schemathesis.check
def documented_input_is_taken(ctx, response, case):
    """Input that the document allows is not rejected as invalid."""
    if response.status_code != 400 or case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    operation = case.operation.definition.raw["operationId"]
    message = response.json().get("message", "")
    assert is_explained(operation, message), f"documented input rejected: {message}"


@schemathesis.check
def documented_error(ctx, response, case):
    """The status of an error is one that the description of the call lists: `default` covers any."""
    if response.status_code < 400:
        return
    description = case.operation.definition.raw["description"]
    listed = re.search(r"Errors: ([\d, ]+)\.", description).group(1).split(", ")
    assert str(response.status_code) in listed, f"undocumented status {response.status_code}"
