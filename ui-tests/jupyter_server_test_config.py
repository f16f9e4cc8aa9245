"""The Jupyter server of the Galata tests. It has no password: never use it for anything else."""

import os
import sys

from jupyterlab.galata import configure_jupyter_server

configure_jupyter_server(c)  # noqa: F821

c.ServerApp.allow_root = True  # noqa: F821
c.ServerApp.port = int(os.environ["CELLWRIGHT_PORT"])  # noqa: F821
c.ServerApp.port_retries = 0  # noqa: F821
c.ServerApp.log_level = "ERROR"  # noqa: F821
c.LabApp.log_level = "ERROR"  # noqa: F821
# Otherwise each page starts a Yarn process to find out whether JupyterLab needs a build.
c.ServerApp.tornado_settings = {"page_config_data": {"buildCheck": False}}  # noqa: F821

if "CELLWRIGHT_SERVER_EXTENSION" in os.environ:
    # Libraries that tests need, after Jupyter's own, whose versions take precedence.
    sys.path.append(os.environ["CELLWRIGHT_LIBRARIES"])
    c.ServerApp.jpserver_extensions = {  # noqa: F821
        os.environ["CELLWRIGHT_SERVER_EXTENSION"]: True
    }
