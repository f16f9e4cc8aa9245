"""The Jupyter server of the Galata tests. It has no password: never use it otherwise."""

import os

from jupyterlab.galata import configure_jupyter_server

configure_jupyter_server(c)  # noqa: F821

c.ServerApp.allow_root = True  # noqa: F821
c.ServerApp.port = int(os.environ["CELLWRIGHT_PORT"])  # noqa: F821
c.ServerApp.port_retries = 0  # noqa: F821
c.ServerApp.log_level = "ERROR"  # noqa: F821
c.LabApp.log_level = "ERROR"  # noqa: F821
# Else each page starts a process of Yarn's, to learn whether to build JupyterLab.
c.ServerApp.tornado_settings = {"page_config_data": {"buildCheck": False}}  # noqa: F821
