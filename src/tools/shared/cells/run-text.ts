import type { ICellRun, IToolContext, IToolImage } from '../../../contract';
import { MAX_IMAGES, outputText } from '../text/output-text';
import { unseenFile } from '../files/kernel-place';
import {
  formatCount,
  formatDuration
} from '../../../contract/text/format-size';
import { withheldText } from '../text/withheld-text';

/** How sentences for a model refer to the code that ran. */
export interface IRunSubject {
  /** "cell a1b2", "the code" */
  name: string;
  /** Where it was inserted, "cell 10 of 16, after 28f5". */
  place?: string;
  /** What to do if it raised an error. */
  retry: string;
}

/**
 * Describes a run to a model: how it ended, its output, what to do next.
 *
 * @param imagesBefore number of images already produced by the same call.
 */
export async function runText(
  run: ICellRun,
  subject: IRunSubject,
  context: Pick<IToolContext, 'files' | 'images' | 'notebook' | 'values'>,
  imagesBefore = 0
): Promise<{ text: string; shown?: string; images: IToolImage[] }> {
  const { images, values } = context;
  const shown = values
    ? await outputText(run.outputs, images, {
        firstImage: imagesBefore + 1,
        maxImages: MAX_IMAGES - imagesBefore
      })
    : { text: withheldText(run.outputs), images: [] };
  const [opening, advice] = ending(run, subject);
  const facts = [
    opening + (subject.place ? ` It is ${subject.place}.` : ''),
    shown.text || (run.status === 'ok' ? noOutput(run) : ''),
    run.partial
      ? 'The page was closed while it ran: output from that time may be missing.'
      : '',
    await unseenFile(run, context)
  ];
  const hints = paragraphs([values ? missingPackage(run) : '', advice]);
  return {
    text: paragraphs([...facts, hints]),
    // Advice is for the model alone.
    ...(hints && { shown: paragraphs(facts) }),
    images: shown.images
  };
}

function paragraphs(parts: string[]): string {
  return parts.filter(part => part !== '').join('\n');
}

/** Packages whose modules have another name. */
const PACKAGES: Readonly<Record<string, string>> = {
  bs4: 'beautifulsoup4',
  cv2: 'opencv-python-headless',
  dateutil: 'python-dateutil',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  fitz: 'pymupdf',
  PIL: 'pillow',
  serial: 'pyserial',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  umap: 'umap-learn',
  yaml: 'pyyaml'
};

/** The line that installs what could not be imported, in this kernel. */
function missingPackage({ outputs }: ICellRun): string {
  const error = outputs.findLast(output => output.type === 'error');
  const [, name] =
    (error?.name === 'ModuleNotFoundError' &&
      /No module named '([A-Za-z_]\w*)/.exec(error.message)) ||
    (error?.name === 'ImportError' &&
      /(?:Missing optional dependency '|`Import )([A-Za-z_][\w-]*)/.exec(
        error.message
      )) ||
    [];
  return name === undefined
    ? ''
    : `If ${name} is a package, "%pip install ${Object.hasOwn(PACKAGES, name) ? PACKAGES[name] : name}" in a cell installs it for this kernel.`;
}

/** If output may be missing, do not claim that there was none. */
function noOutput({ assumed, partial }: ICellRun): string {
  return assumed || partial ? 'No output is there.' : 'No output.';
}

/** How it ended, and what to do next. */
function ending(
  run: ICellRun,
  { name, retry }: IRunSubject
): [opening: string, advice: string] {
  const time = formatDuration(run.ms);
  const number =
    run.executionCount === null
      ? ''
      : ` as [${formatCount(run.executionCount)}]`;
  const Name = name[0].toUpperCase() + name.slice(1);
  const askFirst = 'Ask the person before you run it again.';
  const endings: Record<ICellRun['status'], [string, string]> = {
    ok: [`${Name} ran in ${time}${number}.`, ''],
    error: [`${Name} failed after ${time}${number}.`, retry],
    stopped: [`The person stopped ${name} after ${time}.`, askFirst],
    interrupted: [
      `${Name} was interrupted after ${time}, not by you.`,
      askFirst
    ],
    restarted: [
      `The kernel was restarted while ${name} ran: all variables are gone.`,
      'Run the cells that define what you need again.'
    ],
    died: [
      `The kernel died after ${time} while ${name} ran: all variables are gone.`,
      'Often memory ran out: tell the person, and work on less data.'
    ],
    flooded: [
      `${Name} wrote too much output and was interrupted after ${time}.`,
      'Print less: a head, a summary, a count.'
    ],
    closed: [
      `The notebook was closed while ${name} ran; whether it finished is not known.`,
      'Tell the person; they can open it again.'
    ]
  };
  const [opening, advice] = endings[run.status];
  return [
    run.assumed
      ? `It is not known whether ${name} ran: the page was closed meanwhile. The person said to treat it as done.`
      : opening,
    run.stuck
      ? 'The kernel was still busy 5 s later and may need a restart by the person. Do not run cells until they say so.'
      : advice
  ];
}
