"""What is looked at beside schemathesis' own checks."""

import json
import os

import schemathesis
from schemathesis.generation import GenerationMode

EXPLAINED = json.loads(os.environ["EXPLAINED_REFUSALS"])


def is_explained(operation, message):
    """Whether the refusal depends on what no schema can tell: on other fields, or on what is stored."""
    return any(
        each.get("operation", operation) == operation and each.get("message", message) == message for each in EXPLAINED
    )


@schemathesis.check
def documented_input_is_taken(ctx, response, case):
    """What the document allows is not refused for its form."""
    if response.status_code != 400 or case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    operation = case.operation.definition.raw["operationId"]
    message = response.json().get("message", "")
    assert is_explained(operation, message), f"The document allows this, and it is refused: {message}"
