"""Signs in, transfers points to a player and lists it, with the client of openapi-python-client."""

import json
import sys

from cascade_client import AuthenticatedClient, Client
from cascade_client.api.accounts import accounts_player_list, accounts_player_read, accounts_player_transfer
from cascade_client.api.gateway import gateway_session_open
from cascade_client.models import AccountList, CreditTransferInput, CreditTransferResultResponse, ErrorBody, LoginInput
from cascade_client.models import SessionResponse

url, username, password, to_user_id, receiver = sys.argv[1:]
base_url = f"{url}/api"

session = gateway_session_open.sync(client=Client(base_url), body=LoginInput(username=username, password=password))
assert isinstance(session, SessionResponse), session
client = AuthenticatedClient(base_url, token=session.token)

transfer = accounts_player_transfer.sync(
    client=client,
    body=CreditTransferInput(to_user_id=to_user_id, transfer_amount=12.5, password=password),
    idempotency_key=to_user_id,
)
assert isinstance(transfer, CreditTransferResultResponse), transfer
players = accounts_player_list.sync(client=client, q=receiver, size=10)
assert isinstance(players, AccountList), players
refusal = accounts_player_read.sync(client=client, id="nobody")
assert isinstance(refusal, ErrorBody), refusal
print(
    json.dumps(
        {
            "receiverWallet": transfer.data.receiver_wallet,
            "wallets": [account.wallet_balance for account in players.data],
            "code": refusal.code,
        }
    )
)
