import { z } from 'zod';

import { inOwnNamespace } from './quick-inspection';
import { SERVER_ROOT } from './server-root';

/**
 * Files that were found: their paths from the server's root, where a link of
 * that name leads, and what they say.
 */
export const instructionsFiles = z.array(
  z.object({ path: z.string(), real: z.string().optional(), text: z.string() })
);
export type IInstructionsFile = z.infer<typeof instructionsFiles>[number];

/**
 * Python that prints `IInstructionsFile[]` as JSON, outermost first, or null if
 * it cannot tell the server's root. It finds files of these names in the
 * notebook's folder and in each folder above it, up to the server's root.
 * Servers hide dotfiles from the contents API, but a kernel can read them.
 * Links that lead out of the root are not followed.
 *
 * @param folder parts of the notebook's folder, from the server's root.
 * @param names in order of preference; one file per folder.
 * @param max characters that are read of each.
 */
export function instructionsCode(
  folder: string[],
  names: readonly string[],
  max: number
): string {
  return inOwnNamespace(INSTRUCTIONS, { folder, names, max });
}

const INSTRUCTIONS = `${SERVER_ROOT}
folder = asked['folder']

def read(path, top):
    real = os.path.realpath(path)
    if not os.path.isfile(real) or not inside(real, top):
        return None
    with open(real, encoding='utf-8', errors='replace') as file:
        return {'real': pathlib.Path(os.path.relpath(real, top)).as_posix(), 'text': file.read(asked['max'])}

found = []
top = root(folder)
for depth in range(len(folder) + 1) if top else []:
    for name in asked['names']:
        try:
            file = read(top.joinpath(*folder[:depth], name), os.path.realpath(top))
        except (OSError, ValueError):
            file = None
        if file is not None:
            found.append({'path': '/'.join([*folder[:depth], name]), **file})
            break
print(json.dumps(found if top else None))
`;
