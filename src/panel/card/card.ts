import type { ITranslator } from '../../contract';

/** What a person has typed and chosen on a card so far, by name of the field. */
export type Values = Readonly<Record<string, unknown>>;

/** A card as plain data. Whoever made its texts, all of them are drawn as text. */
export interface Card {
  title: string;
  tag?: string;
  /** What it asks for, for those who only hear it; a question if not given. */
  isReport?: true;
  blocks: Block[];
  fields: Field[];
  /** What stands below the fields. */
  after?: Block[];
  /** The first is the one that Ctrl+Enter presses. */
  actions: Action[];
  /** Set if no key presses the first one. */
  isKeyless?: true;
  /** Set if it is one line while another card waits before it: what it changes. */
  folded?: { added: number; removed: number };
  /** How words from the message box answer it. */
  typed?: { as: 'answer' | 'reject' | 'change'; action: string; field: string };
}

export type Block =
  | {
      kind: 'text';
      text: string;
      look?: keyof typeof LOOKS;
      /** Notebook of the cell marks in it, which are links then. */
      path?: string;
      /** Said again when it changes. */
      isLive?: true;
      action?: Action;
    }
  | { kind: 'list'; label?: string; items: readonly string[] }
  | {
      kind: 'table';
      label?: string;
      head: readonly (readonly string[])[];
      rows: readonly (readonly string[])[];
      note?: string;
    }
  /** In an editor if it has a language. */
  | ({ kind: 'code'; text: string; label?: string } & Partial<CodeLook>)
  /** Cells as they are now. */
  | {
      kind: 'cells';
      path: string;
      mimeType: string;
      cells: readonly { id: string; source: string }[];
    }
  /** What stands behind a line. */
  | { kind: 'fold'; label: string; blocks: Block[] }
  /** The model's own reason; its beginning at first. */
  | { kind: 'reason'; text: string }
  | { kind: 'image'; address: string; alt: string }
  /** A place in a notebook. */
  | { kind: 'cell'; path: string; cellId: string; text: string };

export function textBlock(look: keyof typeof LOOKS, text: string): Block {
  return { kind: 'text', look, text };
}

/** How code is drawn. */
export interface CodeLook {
  mimeType: string;
  /** What it is compared with. */
  before?: string | null;
  /** Whether all of it is always shown. */
  isWhole?: boolean;
}

/** Classes of a text. */
export const LOOKS = {
  plain: undefined,
  question: 'jp-Cellwright-question',
  asker: 'jp-Cellwright-asker',
  place: 'jp-Cellwright-place',
  quote: 'jp-Cellwright-why',
  hint: 'jp-Cellwright-hint',
  note: 'jp-Cellwright-planNote',
  warning: 'jp-Cellwright-stale',
  address: 'jp-Cellwright-elsewhere',
  changed: 'jp-Cellwright-voided',
  path: 'jp-Cellwright-filePath',
  name: 'jp-Cellwright-detailsName'
};

export type Field = {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** The heading that it stands under, with those next to it. */
  group?: string;
  /** The line that it stands behind, with those next to it. */
  fold?: string;
  /** Whether it shares its line with the next one. */
  short?: true;
} & (
  | {
      kind: 'text';
      value: string;
      type?: 'number' | 'date';
      lines?: number;
      max?: number;
      placeholder?: string;
    }
  | { kind: 'switch'; value: boolean }
  | { kind: 'select'; value: string; options: readonly Option[] }
  | {
      kind: 'choice';
      value: Choice;
      options: readonly Option[];
      many?: boolean;
      /** Whether its label is not drawn, but said. */
      isNamed?: boolean;
      /** Accessible name of the field for own words; absent if there is none. */
      own?: string;
    }
  /** What runs or is written; as fields too if it is JSON of a flat schema. */
  | ({
      kind: 'code';
      value: string;
      isOpen: boolean;
      schema?: Values;
    } & CodeLook)
  /** Values that fit a schema: as fields if it is flat, else as JSON. */
  | { kind: 'json'; schema: Values; value: unknown; isNamed?: boolean }
  | {
      kind: 'rows';
      rows: readonly Row[];
      groups?: readonly Group[];
      /** Label of the button that adds one; null if there may be no more. */
      add?: string | null;
      /** Shown in place of that button. */
      full?: string;
    }
);

export interface Option {
  value: string;
  label: string;
  hint?: string;
}

/** What is chosen, and what is said instead; null for nothing. */
export interface Choice {
  chosen: readonly string[];
  other: string | null;
}

/** What a person changes of a row. */
export interface RowValue {
  id: string;
  on: boolean;
  group?: string;
  [column: string]: string | boolean | undefined;
}

/** One row of a list that can be changed. */
export interface Row {
  value: RowValue;
  /** What it is called. */
  name: string;
  hint?: string;
  tag?: string;
  /** Whether its details are shown at first, if it has no texts to write. */
  isOpen?: boolean;
  /** Label of its check box, and of the handle that moves it; absent if none. */
  tick?: string;
  grip?: string;
  /** Label of its menu. */
  menu: string;
  /** What else its menu changes. */
  more?: readonly {
    label: string;
    hint?: string;
    set: Record<string, string | boolean>;
  }[];
  /** Its texts; the first is its line, the others are shown with its details. */
  columns: readonly {
    name: string;
    label: string;
    placeholder: string;
    text: string;
    max: number;
  }[];
  /** Label of what chooses its group. */
  place?: string;
  /** Always shown; shown with its details. */
  notes: Block[];
  details: Block[];
}

interface Group {
  id: string;
  label: string;
  blocks: Block[];
  folded?: true;
}

/** How far an approval reaches. */
export type AllowScope = 'once' | 'turn' | 'page' | 'notebook' | 'always';

export interface Action {
  name: string;
  label: string;
  /** Accessible name, if the label alone is not clear. */
  says?: string;
  /** Shown as its explanation. */
  hint?: string;
  /** What is asked before it is sent, and the label of the button that sends. */
  asks?: readonly Field[];
  send?: string;
  /** Fields that it sets, or sets back; nothing is sent. */
  sets?: Values;
  resets?: readonly string[];
  /** Whether what it sets is set. */
  isOn?: boolean;
  /** What else its button offers, and how that is called. */
  more?: { label: string; actions: readonly Action[] };
  /** The heading that it stands under in a menu. */
  group?: string;
  /**
   * How far it reaches; `all` is to the other cards too. `code` and `rest` only
   * change a rule, and send nothing.
   */
  allows?: AllowScope | 'all' | 'code' | 'rest';
  /** Whether Ctrl+Shift+Backspace presses it. */
  refuses?: true;
  /** A page that is opened when it is sent. */
  opens?: string;
  /** The report that it opens; nothing is sent. */
  shows?: string;
}

/**
 * How one kind of request is drawn and answered. `answerOf` returns an answer,
 * or why there is none yet in a sentence, empty if that goes without saying.
 */
export interface CardKind<Request, Answer> {
  cardOf(asked: Request, typed: Values, trans: ITranslator): Card;
  answerOf(
    asked: Request,
    action: string,
    typed: Values,
    trans: ITranslator
  ): Answer | string;
}

/** A list without what is not there. */
export function compact<T>(
  list: readonly (T | false | null | undefined | '' | 0)[]
): T[] {
  return list.filter(Boolean) as T[];
}

/** What a field holds; `fresh` if nothing fitting was typed. */
export function textIn(typed: Values, name: string, fresh = ''): string {
  const value = typed[name];
  return typeof value === 'string' ? value : fresh;
}

export function flagIn(typed: Values, name: string, fresh = false): boolean {
  const value = typed[name];
  return typeof value === 'boolean' ? value : fresh;
}

export function choiceIn(
  typed: Values,
  name: string,
  options: readonly Option[],
  fresh: Choice = { chosen: [], other: null }
): Choice {
  const value = typed[name] as Partial<Choice> | undefined;
  return Array.isArray(value?.chosen)
    ? {
        chosen: value.chosen.filter(each =>
          options.some(option => option.value === each)
        ),
        other: typeof value.other === 'string' ? value.other : null
      }
    : fresh;
}

export function rowsIn(
  typed: Values,
  name: string,
  fresh: readonly RowValue[]
): readonly RowValue[] {
  const value = typed[name];
  return Array.isArray(value) &&
    value.every(
      each => typeof each?.id === 'string' && typeof each.on === 'boolean'
    )
    ? (value as RowValue[])
    : fresh;
}

/** The chosen options by their labels, and what was said instead. */
export function wordsOf({ chosen, other }: Choice): string[] {
  const own = other?.trim() ?? '';
  return own ? [...chosen, own] : [...chosen];
}

/** A text that can be written. */
export function textField(
  name: string,
  label: string,
  value: string,
  max: number,
  more?: Partial<Field & { kind: 'text' }>
): Field {
  return { kind: 'text', name, label, value, max, ...more };
}

/** What is written for an action that asks for words. */
export function wordsIn(typed: Values): string {
  return textIn(typed, 'words').trim();
}

/** An action that asks for words before it is sent. */
export function inWords(
  name: string,
  label: string,
  asked: string,
  send: string,
  typed: Values
): Action {
  return {
    name,
    label,
    send,
    asks: [
      textField('words', asked, textIn(typed, 'words'), 4000, { lines: 3 })
    ]
  };
}
