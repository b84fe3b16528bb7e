"""The messages of the contracts, such as Run, Pause and Entry."""

from ._gen.exports import *  # noqa: F401,F403
