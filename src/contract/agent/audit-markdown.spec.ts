import { auditJsonLines, auditMarkdown } from './audit-markdown';
import { ENGLISH } from '../text/translator';
import type { IAuditEntry } from './thread-history';

const START = Date.UTC(2026, 10, 21, 23, 59, 59);

const entries: IAuditEntry[] = [
  { time: START, kind: 'message', text: 'Count\nthem', by: 'person' },
  {
    time: START + 2_000,
    kind: 'decision',
    text: 'Edited and approved: Adding ⟦one⟧',
    callId: 'c',
    tool: 'jupyter_cell',
    by: 'person',
    after: 1_540,
    decision: {
      type: 'edit',
      editedAction: { name: 'jupyter_cell', args: { code: '```\n# x' } }
    }
  },
  {
    time: START + 3_000,
    kind: 'decision',
    text: 'Rejected: <img src=x onerror=alert(1)> [a](javascript:b)',
    by: 'this turn',
    decision: { type: 'reject', message: '*no*' }
  }
];

describe('an audit log as text', () => {
  it('JSON lines: one entry a line, each to be read alone', () => {
    const lines = auditJsonLines(entries).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map(line => JSON.parse(line))).toEqual(
      entries.map(entry => ({
        ...entry,
        time: new Date(entry.time).toISOString()
      }))
    );
    expect(auditJsonLines([])).toBe('');
  });

  it('Markdown: by day, with who, after how long, and what was edited', () => {
    expect(auditMarkdown(entries.slice(0, 2), ENGLISH)).toBe(
      `# What happened in this conversation

## 2026-11-21

- 23:59:59.000 · **Message** · Count them (by you)

## 2026-11-22

- 00:00:01.000 · **Decision** · Edited and approved: Adding one (by you, after 1.5 s, jupyter\\_cell)

  \`\`\`\`json
  {
    "code": "\`\`\`\\n# x"
  }
  \`\`\`\`
`
    );
  });

  it('Markdown: nothing that was written by others is markup', () => {
    const report = auditMarkdown(entries.slice(2), ENGLISH);
    expect(report).toContain(
      'Rejected: \\<img src=x onerror=alert\\(1\\)\\> \\[a\\]\\(javascript:b\\)'
    );
    expect(report).toContain('by the rule “this turn”, “\\*no\\*”');
  });

  it('Markdown: says so where nothing has happened', () => {
    expect(auditMarkdown([], ENGLISH)).toBe(
      '# What happened in this conversation\n\nNothing has happened yet.\n'
    );
  });
});
