"""A FastMCP server; with --cors=ORIGIN pages of that origin may use it."""
import socket
import sys

import uvicorn
from fastmcp import Context, FastMCP
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware

mcp = FastMCP('fast', instructions='Ask for the weather.')


@mcp.tool(annotations={'readOnlyHint': True})
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@mcp.tool
def table() -> list[dict]:
    """The weather of the islands."""
    return [{'island': 'Biscoe', 'degrees': -3}, {'island': 'Dream', 'degrees': -7}]


@mcp.tool
async def ask(ctx: Context) -> str:
    """Asks the person for a number."""
    answer = await ctx.elicit('How many?', response_type=int)
    return f'{answer.action}: {getattr(answer, "data", None)}'


@mcp.resource('islands://{name}')
def island(name: str) -> str:
    """What is known of an island."""
    return f'{name} is an island.'


@mcp.prompt
def compare(one: str, other: str) -> str:
    """Compares two islands."""
    return f'Compare {one} and {other}.'


middleware = []
allowed = [each.split('=', 1)[1] for each in sys.argv if each.startswith('--cors=')]
if allowed:
    middleware.append(
        Middleware(
            CORSMiddleware,
            allow_origins=allowed,
            allow_methods=['GET', 'POST', 'DELETE', 'OPTIONS'],
            allow_headers=['*'],
            expose_headers=['mcp-session-id', 'mcp-protocol-version', 'www-authenticate'],
        )
    )

listening = socket.create_server(('127.0.0.1', 0))
print(f'up {listening.getsockname()[1]}', flush=True)
app = mcp.http_app(path='/mcp', middleware=middleware)
# As long as any test: it sends no call into a connection that is just ending.
config = uvicorn.Config(app, log_level='warning', timeout_keep_alive=3600)
uvicorn.Server(config).run(sockets=[listening])
