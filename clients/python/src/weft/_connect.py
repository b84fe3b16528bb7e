"""Where the server is, and what shows who calls."""

from __future__ import annotations

import os
from typing import Any, List, Optional, Tuple, Union

import grpc

DEFAULT_SERVER = "127.0.0.1:7433"

PathLike = Union[str, "os.PathLike[str]"]

# The server allows a ping every ten seconds; without any, a connection that has silently
# gone would hold a stream for ever.
OPTIONS: List[Tuple[str, Any]] = [
    ("grpc.enable_retries", 0),  # the client does it, by what the contracts allow
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2000),
    ("grpc.keepalive_time_ms", 30000),
    ("grpc.keepalive_timeout_ms", 10000),
    ("grpc.max_receive_message_length", -1),
    ("grpc.primary_user_agent", "weft-python"),
]


class Target:
    """A server and how it is reached."""

    def __init__(
        self,
        server: Optional[str],
        token: Optional[str],
        token_file: Optional[PathLike],
        ca_file: Optional[PathLike],
        tls: bool,
    ) -> None:
        if token is not None and token_file is not None:
            raise ValueError("pass token or token_file, not both")
        if token is None and token_file is None:
            token = os.environ.get("WEFT_TOKEN") or None
            if token is None:
                token_file = os.environ.get("WEFT_TOKEN_FILE") or None
        if token is None and token_file is None:
            raise ValueError("no credential: pass token= or token_file=, or set WEFT_TOKEN or WEFT_TOKEN_FILE")
        self.server = server or os.environ.get("WEFT_SERVER") or DEFAULT_SERVER
        self._token = token
        self._token_file = token_file
        self._ca_file = ca_file
        self.encrypted = tls or ca_file is not None

    def metadata(self) -> Tuple[Tuple[str, str], ...]:
        """Returns what every call carries. A file is read for each: its token may be replaced."""
        token = self._token
        if token is None:
            assert self._token_file is not None
            with open(self._token_file, encoding="utf-8") as file:
                token = file.read()
        return (("authorization", "Bearer " + token.strip()),)

    def credentials(self) -> Any:
        """Returns what TLS trusts: the authorities of the file, or those of gRPC."""
        if self._ca_file is None:
            return grpc.ssl_channel_credentials()
        with open(self._ca_file, "rb") as file:
            return grpc.ssl_channel_credentials(root_certificates=file.read())
