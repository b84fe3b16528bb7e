# Written by make generate from proto/weft/orchestrator/v1/tool.proto.
import datetime
from typing import Any, ClassVar, Iterable, Literal, Mapping, Optional, Union

from google.protobuf import descriptor, message

from .. import _shapes
from . import common_v1_tool

DESCRIPTOR: descriptor.FileDescriptor

class ListToolsRequest(message.Message):
    """Request of ListTools."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def servers(self) -> _shapes.Values[str]:
        """Only tools of these servers. Empty: of all."""
    refresh: bool
    """True: ask the servers again, even if what they said is fresh (five minutes)."""
    def __init__(
        self,
        *,
        servers: Optional[Iterable[str]] = ...,
        refresh: Optional[bool] = ...,
    ) -> None: ...

class ListToolsResponse(message.Message):
    """Response of ListTools."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def tools(self) -> _shapes.Messages[common_v1_tool.Tool]:
        """The tools, by server and operation."""
    @property
    def servers(self) -> _shapes.Messages[common_v1_tool.ToolServer]:
        """The servers, by name. Where they are is told to callers with the scope operate alone."""
    hash: str
    """Stands for all tools with their definitions: it changes when one does."""
    def __init__(
        self,
        *,
        tools: Optional[Iterable[Union[common_v1_tool.Tool, Mapping[str, Any]]]] = ...,
        servers: Optional[Iterable[Union[common_v1_tool.ToolServer, Mapping[str, Any]]]] = ...,
        hash: Optional[str] = ...,
    ) -> None: ...

class TrustToolRequest(message.Message):
    """Request of TrustTool."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    server: str
    """The server."""
    operation: str
    """The operation."""
    definition_hash: str
    """The definition that was looked at, as Tool.definition_hash."""
    def __init__(
        self,
        *,
        server: Optional[str] = ...,
        operation: Optional[str] = ...,
        definition_hash: Optional[str] = ...,
    ) -> None: ...

class TrustToolResponse(message.Message):
    """Response of TrustTool."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def tool(self) -> common_v1_tool.Tool:
        """The tool."""
    def __init__(
        self,
        *,
        tool: Optional[Union[common_v1_tool.Tool, Mapping[str, Any]]] = ...,
    ) -> None: ...

class UntrustToolRequest(message.Message):
    """Request of UntrustTool."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    server: str
    """The server."""
    operation: str
    """The operation."""
    def __init__(
        self,
        *,
        server: Optional[str] = ...,
        operation: Optional[str] = ...,
    ) -> None: ...

class UntrustToolResponse(message.Message):
    """Response of UntrustTool."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    def __init__(
        self,
    ) -> None: ...

class DryRunToolRequest(message.Message):
    """Request of DryRunTool."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    server: str
    """The server."""
    operation: str
    """The operation."""
    arguments: str
    """The arguments, a JSON object as text. Empty: none."""
    def __init__(
        self,
        *,
        server: Optional[str] = ...,
        operation: Optional[str] = ...,
        arguments: Optional[str] = ...,
    ) -> None: ...

class DryRunToolResponse(message.Message):
    """Response of DryRunTool."""
    DESCRIPTOR: ClassVar[descriptor.Descriptor]
    @property
    def tool(self) -> common_v1_tool.Tool:
        """The tool."""
    arguments: str
    """The arguments in their canonical form, as they would be approved and sent."""
    arguments_hash: str
    """SHA-256 of them, in hexadecimal digits."""
    def __init__(
        self,
        *,
        tool: Optional[Union[common_v1_tool.Tool, Mapping[str, Any]]] = ...,
        arguments: Optional[str] = ...,
        arguments_hash: Optional[str] = ...,
    ) -> None: ...
