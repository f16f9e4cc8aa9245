import type { ICellRun, IToolContext, IToolImage } from '../../../contract';
import { MAX_IMAGES, outputText } from '../text/output-text';
import { unseenFile } from '../files/kernel-place';
import { formatCount, formatDuration } from '../text/format-size';
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
  const facts = [
    opening(run, subject.name) +
      (subject.place ? ` It is ${subject.place}.` : ''),
    shown.text || (run.status === 'ok' ? noOutput(run) : ''),
    whatMayMiss(run),
    await unseenFile(run, context)
  ];
  const hints = paragraphs([
    values ? missingPackage(run) : '',
    advice(run, subject)
  ]);
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

function whatMayMiss({ partial }: ICellRun): string {
  return partial
    ? 'The page was closed while it ran: output from that time may be missing.'
    : '';
}

/** If output may be missing, do not claim that there was none. */
function noOutput({ assumed, partial }: ICellRun): string {
  return assumed || partial ? 'No output is there.' : 'No output.';
}

function opening(run: ICellRun, name: string): string {
  if (run.assumed) {
    return `It is not known whether ${name} ran: the page was closed meanwhile. The person said to treat it as done.`;
  }
  const time = formatDuration(run.ms);
  const number =
    run.executionCount === null
      ? ''
      : ` as [${formatCount(run.executionCount)}]`;
  const Name = name[0].toUpperCase() + name.slice(1);
  switch (run.status) {
    case 'ok':
      return `${Name} ran in ${time}${number}.`;
    case 'error':
      return `${Name} failed after ${time}${number}.`;
    case 'stopped':
      return `The person stopped ${name} after ${time}.`;
    case 'interrupted':
      return `${Name} was interrupted after ${time}, not by you.`;
    case 'restarted':
      return `The kernel was restarted while ${name} ran: all variables are gone.`;
    case 'died':
      return `The kernel died after ${time} while ${name} ran: all variables are gone.`;
    case 'flooded':
      return `${Name} wrote too much output and was interrupted after ${time}.`;
    case 'closed':
      return `The notebook was closed while ${name} ran; whether it finished is not known.`;
  }
}

function advice(run: ICellRun, { retry }: IRunSubject): string {
  if (run.stuck) {
    return 'The kernel was still busy 5 s later and may need a restart by the person. Do not run cells until they say so.';
  }
  switch (run.status) {
    case 'ok':
      return '';
    case 'error':
      return retry;
    case 'stopped':
    case 'interrupted':
      return 'Ask the person before you run it again.';
    case 'restarted':
      return 'Run the cells that define what you need again.';
    case 'died':
      return 'Often memory ran out: tell the person, and work on less data.';
    case 'flooded':
      return 'Print less: a head, a summary, a count.';
    case 'closed':
      return 'Tell the person; they can open it again.';
  }
}
