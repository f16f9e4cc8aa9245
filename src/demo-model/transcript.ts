import {
  type BaseMessage,
  AIMessage,
  HumanMessage,
  ToolMessage
} from '@langchain/core/messages';

/** An earlier call and its result. */
export interface IPastCall {
  name: string;
  /** Arguments as run: the person may have edited those that were proposed. */
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
}

/** What the person said, or the calls of one answer. */
export type Item =
  { kind: 'person'; text: string } | { kind: 'step'; calls: IPastCall[] };

/** How a call ended, as far as its result tells. */
type Outcome =
  | 'done'
  | 'failed'
  | 'rejected'
  /** Not run for reasons outside the call itself, so it can be proposed again. */
  | 'not-run'
  /** By the person, or since the workspace does not permit it. */
  | 'stopped';

const OUTCOMES: [RegExp, Outcome][] = [
  [/^The person rejected this call/, 'rejected'],
  [
    /^(Not run: the person stopped|The person stopped|Cell \S+ was interrupted)/,
    'stopped'
  ],
  [/^(Not run\b|$)/, 'not-run'],
  [
    /^(The kernel (was restarted|died)|Cell \S+ (failed|wrote too much))/,
    'failed'
  ]
];

const RESTART_NOTE = /\(?Note: the kernel was restarted\.[^\n]*\n?/;
const EDITED =
  /^The person edited this call before it ran\. What really ran:\n([^\n]*)\n/;
/** The markers the engine puts around a tool's text and after a person's. */
const DATA =
  /^<data from="[^"\n]*">\n([\s\S]*?)\n<\/data>(?:\n\[The rest was cleared[^\n]*)?$/;

/** Reads the messages sent to the model as the person's words and past calls. */
export function readTranscript(messages: readonly BaseMessage[]): Item[] {
  const results = new Map(
    messages
      .filter(message => ToolMessage.isInstance(message))
      .map(message => [message.tool_call_id, message])
  );
  return messages.flatMap((message): Item[] => {
    if (AIMessage.isInstance(message)) {
      const calls = (message.tool_calls ?? []).map(({ id, name, args }) =>
        pastCall(name, args, results.get(id ?? ''))
      );
      return [{ kind: 'step', calls }];
    }
    if (!HumanMessage.isInstance(message)) {
      return [];
    }
    const text = withoutContext(message.text).replace(RESTART_NOTE, '').trim();
    return text === '' || text.startsWith('The images of the results above')
      ? []
      : [{ kind: 'person', text }];
  });
}

/** The task of a plan brings a context of its own, before that of the step. */
function withoutContext(text: string): string {
  return text
    .split('<context>')
    .map((part, at) =>
      (at > 0 ? part.slice(part.lastIndexOf('</context>') + 10) : part).trim()
    )
    .join('\n\n');
}

function pastCall(
  name: string,
  args: Record<string, unknown>,
  result: ToolMessage | undefined
): IPastCall {
  const noted = (result?.text ?? '').replace(RESTART_NOTE, '');
  const edit = EDITED.exec(noted);
  const answer = noted.slice(edit?.[0].length ?? 0);
  const text = DATA.exec(answer.trimEnd())?.[1] ?? answer;
  const refused = ['jupyter_cell', 'edit_cell'].includes(name)
    ? 'stopped'
    : 'failed';
  const cell =
    /^(?:Cell|The person stopped cell) ([\w-]+)/.exec(text) ??
    /while cell ([\w-]+) ran/.exec(text);
  return {
    name,
    ran: edit ? parsed(edit[1], args) : args,
    edited: edit !== null,
    outcome:
      OUTCOMES.find(([pattern]) => pattern.test(text))?.[1] ??
      (result?.status === 'error' ? refused : 'done'),
    text,
    reason: /gave this reason: ([\s\S]*)$/.exec(text)?.[1].trim() ?? '',
    cellId: cell?.[1] ?? null,
    count: / as \[([\d,]+)\]/.exec(text.split('\n', 1)[0])?.[1] ?? null
  };
}

function parsed(
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
