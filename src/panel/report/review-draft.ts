import { withoutEnd, type OpenQuestion, type ReportForm } from '../../contract';

/** A finished report, as it is presented for review. */
export type ReviewAsked = OpenQuestion & { kind: 'review' };

/** The person's changes to a finished report so far. */
export interface IReviewDraft {
  /** Hash of the card that it was made on. */
  hash: string;
  markdown: string;
  /** Whether the text is open to be edited. */
  editing: boolean;
  doing: 'save' | 'back' | 'discard' | null;
  /** The remark, or the reason. */
  words: string;
  /** Ids of the sections the remark is about; none for all. */
  sections: string[];
  forms: ReportForm[];
  baseName: string;
  folder: string;
  record: boolean;
  download: boolean;
}

/** The draft stored in an earlier page load, if it was made on this card. */
export function reviewDraft(
  asked: ReviewAsked,
  stored: Record<string, unknown> | undefined
): IReviewDraft {
  const fresh: IReviewDraft = {
    hash: asked.hash,
    markdown: asked.markdown,
    editing: false,
    doing: null,
    words: '',
    sections: [],
    // A Word template is filled in as Word; otherwise the first format offered.
    forms: asked.docxTemplate === null ? asked.forms.slice(0, 1) : ['docx'],
    baseName: asked.baseName,
    folder: asked.folder,
    record: false,
    download: false
  };
  if (stored?.hash !== asked.hash) {
    return fresh;
  }
  const draft = stored as Partial<IReviewDraft>;
  const text = (key: 'markdown' | 'words' | 'baseName' | 'folder'): string =>
    typeof draft[key] === 'string' ? draft[key] : fresh[key];
  return {
    hash: asked.hash,
    markdown: text('markdown'),
    editing: draft.editing === true,
    doing:
      (['save', 'back', 'discard'] as const).find(
        each => each === draft.doing
      ) ?? null,
    words: text('words'),
    sections: asked.sections
      .map(({ id }) => id)
      .filter(
        id => Array.isArray(draft.sections) && draft.sections.includes(id)
      ),
    forms: Array.isArray(draft.forms)
      ? asked.forms.filter(form => draft.forms?.includes(form))
      : fresh.forms,
    baseName: text('baseName'),
    folder: text('folder'),
    record: draft.record === true,
    download: draft.download === true
  };
}

/** Whether it is a plain file name that leads nowhere else. */
export function isFileName(name: string): boolean {
  const trimmed = name.trim();
  return (
    trimmed !== '' &&
    trimmed.length <= 120 &&
    !/[\\/\p{Cc}]/u.test(trimmed) &&
    !/^\.+$/.test(trimmed)
  );
}

/** Whether it is a folder under the server's root. */
export function isFolder(folder: string): boolean {
  return folder
    .split('/')
    .every(
      (part, at, parts) =>
        (part !== '' || at === 0 || at === parts.length - 1) &&
        part !== '..' &&
        part !== '.' &&
        !/[\\\p{Cc}]/u.test(part)
    );
}

/**
 * Inserts Markdown at the end of a section, or of the whole text if the section
 * is not found.
 */
export function withInserted(
  markdown: string,
  section: string,
  inserted: string
): string {
  const lines = markdown.split('\n');
  const headings = headingsOf(lines);
  const at = headings.findIndex(
    ({ text }) => section !== '' && text === section.trim()
  );
  const next =
    at < 0
      ? undefined
      : headings.slice(at + 1).find(({ depth }) => depth <= headings[at].depth);
  const end = next?.line ?? lines.length;
  const before = lines.slice(0, end).join('\n').trimEnd();
  const after = lines.slice(end).join('\n');
  return `${before}\n\n${inserted.trim()}\n${after === '' ? '' : `\n${after}`}`;
}

/** Headings outside of code, by line. */
function headingsOf(
  lines: readonly string[]
): { line: number; depth: number; text: string }[] {
  let fence = '';
  return lines.flatMap((source, line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1];
    if (mark) {
      if (fence === '') {
        fence = mark;
      } else if (mark[0] === fence[0] && mark.length >= fence.length) {
        fence = '';
      }
      return [];
    }
    const heading = /^ {0,3}(#{1,6})[ \t](.*)$/.exec(source);
    return heading && fence === ''
      ? [
          {
            line,
            depth: heading[1].length,
            text: withoutEnd(heading[2].trim(), '#').trim()
          }
        ]
      : [];
  });
}
