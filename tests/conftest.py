"""What several rooms' tests share: a build of the sample, made once."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def sample_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a build of the embedded sample."""
    from kg.stages import build

    folder = tmp_path_factory.mktemp("sample") / "output"
    build(output=folder)
    return folder
