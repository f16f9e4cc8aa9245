import { z } from 'zod';

import {
  isWorkspaceError,
  type INotebook,
  type ITranslator,
  type ITypesetSource,
  type TypesetResult
} from '../../../contract';
import {
  inOwnNamespace,
  printedJson,
  speaksPython
} from '../../../engine/context/quick-inspection';
import { base64Bytes } from '../../../report';
import { toBase64 } from '../../../contract/text/to-base64';

/** Bytes that are sent to the kernel, and back, in one message. */
const PIECE = 300_000;
/** The most bytes of all images together, and of a PDF. */
const MAX_SENT = 40_000_000;
const MAX_SIZE = 30_000_000;
/** Bytes that a server passes on at once before it slows a kernel down. */
const AT_ONCE = 1_500_000;
/** The pause between messages after that, in ms. */
const PAUSE = 450;

const reply = z.object({
  folder: z.string().optional(),
  size: z.number().int().optional(),
  data: z.string().optional(),
  missing: z.string().optional(),
  problem: z.string().optional()
});
type Reply = z.output<typeof reply>;

/**
 * A PDF made by the `typst` that the person has installed in the kernel's
 * Python, in a folder that is deleted afterwards. The code is fixed and ours;
 * its input is data.
 */
export async function typesetInKernel(
  notebook: INotebook,
  signal: AbortSignal,
  trans: ITranslator,
  { main, files }: ITypesetSource
): Promise<TypesetResult> {
  const { status } = notebook.kernel;
  if (status === 'none') {
    return {
      missing: trans.__('To save a PDF file directly, start a Python kernel.')
    };
  }
  if (!speaksPython(notebook)) {
    return {
      missing: trans.__('To save a PDF file directly, use a Python kernel.')
    };
  }
  const all: [string, Uint8Array][] = [
    ...files,
    ['main.typ', new TextEncoder().encode(main)]
  ];
  if (all.reduce((sum, [, { length }]) => sum + length, 0) > MAX_SENT) {
    return {
      missing: trans.__('It is too large to be sent to the kernel.')
    };
  }
  let folder: string | undefined;
  try {
    const begun = await ask({ do: 'begin' });
    folder = begun.folder;
    if (folder === undefined) {
      return {
        missing: trans.__(
          'To save a PDF file directly, install typst in the kernel: %pip install typst'
        )
      };
    }
    for (const [name, bytes] of all) {
      for (let at = 0; at < bytes.length; at += PIECE) {
        await ask({
          do: 'put',
          folder,
          name,
          data: toBase64(bytes.subarray(at, at + PIECE))
        });
      }
    }
    const { size, problem } = await ask({ do: 'compile', folder });
    if (size === undefined || size > MAX_SIZE) {
      return {
        missing:
          problem === undefined
            ? trans.__('typst could not make the file: it is too large.')
            : trans.__('typst could not make the file: “%1”', problem)
      };
    }
    return { pdf: await fetched(folder, size) };
  } catch (error) {
    signal.throwIfAborted();
    if (!isWorkspaceError(error)) {
      throw error;
    }
    return { missing: error.message };
  } finally {
    if (folder !== undefined) {
      await ask({ do: 'end', folder }).catch((error: unknown) =>
        console.warn(
          'Cellwright: a folder for a PDF could not be deleted',
          folder,
          error
        )
      );
    }
  }

  async function fetched(from: string, size: number): Promise<Uint8Array> {
    const pdf = new Uint8Array(size);
    for (let at = 0; at < size; at += PIECE) {
      if (at > AT_ONCE) {
        await new Promise(resolve => setTimeout(resolve, PAUSE));
      }
      const { data = '' } = await ask({
        do: 'read',
        folder: from,
        at,
        most: PIECE
      });
      const bytes = base64Bytes(data);
      if (bytes?.length !== Math.min(PIECE, size - at)) {
        throw new Error('A part of the PDF was lost on its way.');
      }
      pdf.set(bytes, at);
    }
    return pdf;
  }

  async function ask(request: Record<string, unknown>): Promise<Reply> {
    signal.throwIfAborted();
    const printed = await notebook.inspect(
      inOwnNamespace(TYPST, request),
      signal
    );
    return reply.parse(printedJson(printed));
  }
}

/**
 * It only writes to folders of its own, and removes no others. `typst` is not
 * searched for in the notebook's folder, where anybody's file may have that
 * name.
 */
const TYPST = `
import base64, importlib.machinery, importlib.util, json, os, re, shutil, sys, tempfile
ask = json.loads(request)

def library():
    here = os.path.realpath(os.getcwd())
    paths = [each for each in sys.path if each and os.path.realpath(each) != here]
    spec = importlib.machinery.PathFinder.find_spec('typst', paths)
    if spec is None or spec.loader is None:
        return None
    if 'typst' not in sys.modules:
        module = importlib.util.module_from_spec(spec)
        sys.modules['typst'] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules['typst']
            raise
    return sys.modules['typst']

def inside(name):
    folder = os.path.realpath(ask['folder'])
    if os.path.dirname(folder) != os.path.realpath(tempfile.gettempdir()) or not os.path.basename(folder).startswith('cellwright-pdf-'):
        raise ValueError('This is no folder for a PDF.')
    if not re.fullmatch(r'[a-z0-9]+[.][a-z]+', name):
        raise ValueError('This is no file for a PDF.')
    return os.path.join(folder, name)

answer = {}
if ask['do'] == 'begin':
    try:
        found = library()
    except Exception as error:
        found = None
    if found is None:
        answer['missing'] = 'typst'
    else:
        answer['folder'] = tempfile.mkdtemp(prefix='cellwright-pdf-')
elif ask['do'] == 'put':
    with open(inside(ask['name']), 'ab') as file:
        file.write(base64.b64decode(ask['data']))
elif ask['do'] == 'compile':
    main = inside('main.typ')
    try:
        given = {'output': inside('report.pdf'), 'root': os.path.dirname(main)}
        try:
            # In this standard, text that no font here can show is an error.
            library().compile(main, pdf_standards=['a-2u'], **given)
        except Exception as error:
            if 'PDF/A' not in str(error) or 'could not be displayed' in str(error):
                raise
            library().compile(main, **given)
        answer['size'] = os.path.getsize(inside('report.pdf'))
    except Exception as error:
        answer['problem'] = str(error)[:400]
elif ask['do'] == 'read':
    with open(inside('report.pdf'), 'rb') as file:
        file.seek(ask['at'])
        answer['data'] = base64.b64encode(file.read(ask['most'])).decode()
elif ask['do'] == 'end':
    shutil.rmtree(os.path.dirname(inside('main.typ')), ignore_errors=True)
print(json.dumps(answer))
`;
