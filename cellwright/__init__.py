"""Carries the built JupyterLab extension. There is no server part."""

try:
    from ._version import __version__
except ImportError:
    # Imported from a checkout that was never installed: the version file is
    # written by the build.
    __version__ = "dev"


def _jupyter_labextension_paths():
    return [{"src": "labextension", "dest": "cellwright"}]
