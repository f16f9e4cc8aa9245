import {
  type BaseMessage,
  AIMessage,
  HumanMessage,
  ToolMessage
} from '@langchain/core/messages';

/** How a call ended, as far as its result tells. */
export type Outcome =
  | 'done'
  | 'failed'
  | 'rejected'
  /** Not run for reasons outside the call itself, so it can be proposed again. */
  | 'not-run'
  | 'stopped'
  /** The kernel was lost while it ran. */
  | 'lost'
  /** The workspace does not permit it, and will not on the next attempt. */
  | 'blocked';

/** An earlier call and its result. */
export interface IPastCall {
  name: string;
  /** Arguments as proposed. */
  args: Record<string, unknown>;
  /** Arguments as run: the person may have edited them. */
  ran: Record<string, unknown>;
  edited: boolean;
  outcome: Outcome;
  /** The tool's own text. */
  text: string;
  /** The person's reason for a rejection; empty if they gave none. */
  reason: string;
  /** The cell it made or changed. */
  cellId: string | null;
  /** Execution count. */
  count: string | null;
  /** Whether the kernel's variables were lost by then. */
  restarted: boolean;
}

export interface IStepItem {
  kind: 'step';
  calls: IPastCall[];
}

export interface IPersonItem {
  kind: 'person';
  text: string;
}

export interface ITranscript {
  /** "Python 3 (ipykernel) (python)"; empty if not given. */
  kernel: string;
  items: (IStepItem | IPersonItem)[];
}

const RESTART_NOTE = /\(?Note: the kernel was restarted\.[^\n]*\n?/;
const EDITED =
  /^The person edited this call before it ran\. What really ran:\n([^\n]*)\n/;
/** The markers the engine puts around a tool's text and after a person's. */
const DATA =
  /^<data from="[^"\n]*">\n([\s\S]*?)\n<\/data>(?:\n\[The rest was cleared[^\n]*)?$/;
const IMAGES = 'The images of the results above';

/**
 * Parses the messages sent to the model into steps, results and the person's
 * messages.
 */
export function readTranscript(messages: BaseMessage[]): ITranscript {
  const answers = new Map<string, ToolMessage>();
  for (const message of messages) {
    if (ToolMessage.isInstance(message)) {
      answers.set(message.tool_call_id, message);
    }
  }
  const transcript: ITranscript = { kernel: '', items: [] };
  for (const message of messages) {
    const text = textOf(message);
    if (HumanMessage.isInstance(message)) {
      transcript.kernel =
        /<context>\nKernel: (.*\))(?=, [a-z]+\.)/.exec(text)?.[1] ??
        transcript.kernel;
      const said = withoutContext(text).replace(RESTART_NOTE, '').trim();
      if (said !== '' && !said.startsWith(IMAGES)) {
        transcript.items.push({ kind: 'person', text: said });
      }
    } else if (AIMessage.isInstance(message)) {
      transcript.items.push({
        kind: 'step',
        calls: (message.tool_calls ?? []).map(call =>
          pastCall(call, answers.get(call.id ?? ''))
        )
      });
    }
  }
  return transcript;
}

/** The task of a plan brings a context of its own, before that of the step. */
function withoutContext(text: string): string {
  const [first, ...others] = text.split('<context>');
  return [
    first,
    ...others.map(each => each.slice(each.lastIndexOf('</context>') + 10))
  ]
    .map(each => each.trim())
    .join('\n\n');
}

function pastCall(
  call: { name: string; args: Record<string, unknown> },
  answer: ToolMessage | undefined
): IPastCall {
  const whole = answer ? textOf(answer) : '';
  const restarted = RESTART_NOTE.test(whole);
  const noted = whole.replace(RESTART_NOTE, '');
  const edit = EDITED.exec(noted);
  const told = edit ? noted.slice(edit[0].length) : noted;
  const text = DATA.exec(told.trimEnd())?.[1] ?? told;
  const ran = edit ? parseArgs(edit[1], call.args) : call.args;
  const outcome = outcomeOf(call.name, text, answer?.status === 'error');
  const cell =
    /^(?:Cell|The person stopped cell|Inserted Markdown cell) ([\w-]+)/.exec(
      text
    ) ?? /while cell ([\w-]+) ran/.exec(text);
  return {
    name: call.name,
    args: call.args,
    ran,
    edited: edit !== null,
    outcome,
    text,
    reason: /gave this reason: ([\s\S]*)$/.exec(text)?.[1].trim() ?? '',
    cellId: cell?.[1] ?? null,
    count: / as \[([\d,]+)\]/.exec(text.split('\n', 1)[0])?.[1] ?? null,
    restarted: restarted || outcome === 'lost'
  };
}

function outcomeOf(name: string, text: string, error: boolean): Outcome {
  if (text.startsWith('The person rejected this call')) {
    return 'rejected';
  }
  if (/^(Not run: the person stopped|The person stopped)/.test(text)) {
    return 'stopped';
  }
  if (/^Not run\b/.test(text) || text === '') {
    return 'not-run';
  }
  if (/^The kernel (was restarted|died)/.test(text)) {
    return 'lost';
  }
  if (/^Cell \S+ (failed after|wrote too much)/.test(text)) {
    return 'failed';
  }
  if (/^Cell \S+ was interrupted/.test(text)) {
    return 'stopped';
  }
  if (!error) {
    return 'done';
  }
  return ['jupyter_cell', 'edit_cell', 'markdown'].includes(name)
    ? 'blocked'
    : 'failed';
}

function parseArgs(
  json: string,
  otherwise: Record<string, unknown>
): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    // Truncated or foreign text: the proposed arguments are the best guess.
    return otherwise;
  }
}

function textOf(message: BaseMessage): string {
  if (typeof message.content === 'string') {
    return message.content;
  }
  return message.content
    .map(part =>
      'text' in part && typeof part.text === 'string' ? part.text : ''
    )
    .join('');
}
