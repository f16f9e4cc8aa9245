import { deciderText } from './rule-text';
import { spoken } from '../text/spoken';
import { textParts, type ITranslator } from '../text/translator';
import type { IAuditEntry } from './thread-history';

/** The audit log as JSON lines, one entry per line, times in ISO 8601. */
export function auditJsonLines(entries: readonly IAuditEntry[]): string {
  return entries
    .map(
      entry =>
        `${JSON.stringify({ ...entry, time: new Date(entry.time).toISOString() })}\n`
    )
    .join('');
}

/**
 * The audit log as a readable report. All text is escaped: nothing that a model
 * or a person wrote is interpreted as Markdown.
 */
export function auditMarkdown(
  entries: readonly IAuditEntry[],
  trans: ITranslator
): string {
  const lines = [`# ${trans.__('What happened in this conversation')}`, ''];
  if (entries.length === 0) {
    lines.push(trans.__('Nothing has happened yet.'), '');
  }
  let day = '';
  for (const entry of entries) {
    const [date, clock] = new Date(entry.time).toISOString().split(/[TZ]/);
    if (date !== day) {
      if (day !== '') {
        lines.push('');
      }
      lines.push(`## ${date}`, '');
      day = date;
    }
    const facts = factsOf(entry, trans);
    lines.push(
      `- ${clock} · **${auditKindName(entry.kind, trans)}** · ${literal(entry.text)}${facts}`
    );
    const edited = editedArguments(entry);
    if (edited !== null) {
      lines.push('', ...fenced(edited), '');
    }
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The kind of an entry in one or two words; also used as a filter. */
export function auditKindName(
  kind: IAuditEntry['kind'],
  trans: ITranslator
): string {
  return {
    message: trans.__('Message'),
    request: trans.__('Request'),
    proposal: trans.__('Proposal'),
    decision: trans.__('Decision'),
    effect: trans.__('Effect'),
    outcome: trans.__('Outcome'),
    timeout: trans.__('Timeout'),
    duplicate: trans.__('Duplicate refused'),
    undo: trans.__('Undo'),
    branch: trans.__('Branch'),
    run: trans.__('Run')
  }[kind];
}

function factsOf(
  { by, after, decision, tool }: IAuditEntry,
  trans: ITranslator
): string {
  const facts = [
    ...(by === undefined ? [] : [literal(deciderText(by, trans))]),
    ...(after === undefined
      ? []
      : [trans.__('after %1 s', (after / 1000).toFixed(1))]),
    ...(decision && 'message' in decision && decision.message
      ? [`“${literal(decision.message)}”`]
      : []),
    ...(tool ? [literal(spoken(tool))] : [])
  ];
  return facts.length > 0 ? ` (${facts.join(', ')})` : '';
}

function editedArguments({ decision }: IAuditEntry): string | null {
  return decision?.type === 'edit'
    ? JSON.stringify(decision.editedAction.args, null, 2)
    : null;
}

/** A block inside a list entry, with a fence longer than any inside it. */
function fenced(text: string): string[] {
  const longest = Math.max(
    2,
    ...(text.match(/`+/g) ?? []).map(each => each.length)
  );
  const fence = '`'.repeat(longest + 1);
  return [`${fence}json`, ...text.split('\n'), fence].map(line => `  ${line}`);
}

/** One line in which nothing is read as Markdown; cells by their id. */
function literal(text: string): string {
  return textParts(text)
    .map(part => ('text' in part ? part.text : part.cellId))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>()#|!~&]/g, '\\$&');
}
