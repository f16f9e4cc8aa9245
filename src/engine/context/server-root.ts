/**
 * Python that our inspections of folders begin with: `root(folder)` is the
 * server's root as the kernel sees it, or None if it cannot tell; `inside(real,
 * top)` tells whether a real path is below another.
 *
 * The kernel's folder must end with the notebook's folder: only then is it
 * known how far up the server's root is.
 */
export const SERVER_ROOT = `
import json, os, pathlib
asked = json.loads(request)

def places():
    session = os.environ.get('JPY_SESSION_NAME') or ''
    if os.path.isabs(session):
        yield pathlib.Path(session).parent
    yield pathlib.Path(os.getcwd())

def root(folder):
    for place in places():
        if place.is_dir() and list(place.parts[len(place.parts) - len(folder):]) == folder:
            return pathlib.Path(*place.parts[:len(place.parts) - len(folder)])
    return None

def inside(real, top):
    try:
        return os.path.commonpath([real, top]) == top
    except ValueError:
        return False
`;
