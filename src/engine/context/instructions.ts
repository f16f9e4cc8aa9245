import { ifRefused, type IFiles } from '../../contract';
import { spoken } from '../../contract/text/spoken';
import { denyList, holdsSecret } from '../privacy/deny-list';
import {
  printedJson,
  quickInspection,
  speaksPython,
  inOwnNamespace,
  SERVER_ROOT
} from './quick-inspection';
import type { IRunContext } from '../run/run-context';
import { tellOnce } from './tell-once';
import { z } from 'zod';

/** Instructions from files in the notebook's folder and above. */
export interface IInstructions {
  /** Joined, outermost first, at most 4,000 characters; may be empty. */
  text: string;
  /** Their paths from the server's root, outermost first. */
  files: string[];
}

export const NO_INSTRUCTIONS: IInstructions = { text: '', files: [] };

/**
 * At most one per folder; the second is for servers that hide dotfiles, the
 * third is what other agents read.
 */
const NAMES = ['.cellwright.md', 'cellwright.md', 'AGENTS.md'];

/** Characters for all files together; the nearest files come first. */
const BUDGET = 4000;

/** Larger files are not read, in bytes. */
const MAX_BYTES = 100_000;

/** How many folders above the notebook's are searched. */
const MAX_LEVELS = 10;

/** How long the kernel may take, in ms. */
const PATIENCE = 300;

/**
 * Reads `.cellwright.md` (or `cellwright.md`, or `AGENTS.md`) in the notebook's folder and each
 * one above it, once per run. Once per thread it reports which files are sent
 * along and which are not: those the person has not agreed to, or that have
 * changed since. A run does not wait for the person's answer. Never rejects
 * because a file or a kernel is missing.
 */
export async function findInstructions(
  run: IRunContext
): Promise<IInstructions> {
  const folder = run.options.notebook.path.split('/').slice(0, -1);
  const found =
    (await throughKernel(run, folder)) ??
    (await throughContents(run.options.files, folder));
  const texts = found
    .map(({ path, text }) => ({ path, text: text.trim().slice(0, BUDGET) }))
    .filter(({ text }) => text !== '');
  const { folderInstructions, trans } = run.options;
  const waiting = texts.filter(
    file => folderInstructions.answer(file) === null
  );
  folderInstructions.found(texts);
  const instructions = joined(
    texts.filter(file => folderInstructions.answer(file) === true)
  );
  tellOnce(run.options, instructions.files.map(spoken), list =>
    trans.__('Instructions from %1 are sent with each request.', list)
  );
  tellOnce(
    run.options,
    waiting.map(({ path }) => spoken(path)),
    list =>
      trans.__(
        'Instructions from %1 are not sent until you agree, at the top of the panel. This message is sent without them.',
        list
      )
  );
  return instructions;
}

/** @returns null if the kernel cannot tell. */
async function throughKernel(
  run: IRunContext,
  folder: string[]
): Promise<IInstructionsFile[] | null> {
  const { notebook } = run.options;
  if (!speaksPython(notebook)) {
    return null;
  }
  const code = instructionsCode(folder, NAMES, BUDGET + 1);
  const printed = printedJson(
    await quickInspection(notebook, run.signal, code, PATIENCE)
  );
  // The kernel reads files past the list of those that are never read.
  const isDenied = denyList(run.options.settings().privacy.deny);
  return (
    instructionsFiles
      .safeParse(printed)
      .data?.filter(
        ({ path, real = path, text }) =>
          !isDenied(path) && !isDenied(real) && !holdsSecret(text)
      ) ?? null
  );
}

/**
 * Lists folders before it reads, since each read of a missing file would be a
 * failed request.
 */
async function throughContents(
  files: IFiles,
  folder: string[]
): Promise<IInstructionsFile[]> {
  const levels = folder.map((_, index) => folder.slice(0, index + 1));
  const found = await Promise.all(
    [[], ...levels]
      .slice(-MAX_LEVELS)
      .map(parts => readIn(files, parts.join('/')))
  );
  return found.filter(file => file !== null);
}

async function readIn(
  files: IFiles,
  folder: string
): Promise<IInstructionsFile | null> {
  // A folder that cannot be read has no instructions for us.
  const entries = await files.list(folder).catch(ifRefused([]));
  const name = NAMES.find(each => entries.some(entry => entry.name === each));
  if (!name) {
    return null;
  }
  const path = folder ? `${folder}/${name}` : name;
  const text = await files.readText(path, MAX_BYTES).catch(ifRefused(null));
  return text === null ? null : { path, text };
}

function joined(found: IInstructionsFile[]): IInstructions {
  const parts: string[] = [];
  const files: string[] = [];
  let left = BUDGET;
  for (const { path, text } of [...found].reverse()) {
    const part = `(${path})\n${text.trim()}`.slice(0, left);
    if (text.trim() === '' || part.length <= path.length + 3) {
      continue;
    }
    parts.unshift(part);
    files.unshift(path);
    left -= part.length + 1;
  }
  return { text: parts.join('\n'), files };
}

/**
 * Files that were found: their paths from the server's root, where a link of
 * that name leads, and what they say.
 */
const instructionsFiles = z.array(
  z.object({ path: z.string(), real: z.string().optional(), text: z.string() })
);
type IInstructionsFile = z.infer<typeof instructionsFiles>[number];

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
function instructionsCode(
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
