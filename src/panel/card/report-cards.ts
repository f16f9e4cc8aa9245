import {
  MOST_SECTIONS,
  isWritten,
  staleText,
  type EvidenceChoice,
  type IEvidencePiece,
  type IReportPart,
  type IReportPlan,
  type IReportSection,
  type ITranslator,
  type OpenQuestion,
  type ReportInterruptAnswer
} from '../../contract';
import { firstLine } from '../../contract/text/truncate-text';
import { safeImage } from '../render/safe-image';
import { visibleName } from '../render/visible-text';
import {
  compact,
  flagIn,
  inWords,
  rowsIn,
  textField,
  textIn,
  wordsIn,
  type Action,
  type Block,
  type Card,
  type CardKind,
  type Field,
  type Row,
  type RowValue,
  type Values,
  textBlock
} from './card';
import { baseOf } from './question-cards';

type PlanAsked = OpenQuestion & { kind: 'report-plan' };
type EvidenceAsked = OpenQuestion & { kind: 'evidence' };

const TYPED: Card['typed'] = { as: 'reject', action: 'reject', field: 'words' };

const reject = (typed: Values, trans: ITranslator): Action => ({
  ...inWords(
    'reject',
    trans.__('Reject'),
    trans.__('Why not? (optional)'),
    trans.__('Don’t write it'),
    typed
  ),
  refuses: true
});

const note = (text: string): Block => textBlock('place', text);

/** Most search words of a section, and most characters of each. */
const MOST_SEARCHES = 20;
const MOST_SEARCHED = 80;

/** A report before any evidence is gathered: what it will contain. */
export const REPORT_PLAN: CardKind<PlanAsked, ReportInterruptAnswer> = {
  cardOf: (asked, typed, trans) => {
    const { plan, sections } = planIn(asked, typed);
    const template = textIn(typed, 'template', asked.template ?? '');
    const short = { short: true } as const;
    return baseOf(asked, {
      isReport: true,
      blocks: compact<Block>([
        asked.by === 'default'
          ? note(
              trans.__(
                'The model could not plan this, so here is a plain outline.'
              )
            )
          : asked.by === 'template' &&
            note(
              trans.__(
                'This comes from the template. No model has been asked yet.'
              )
            ),
        asked.missing.length > 0 && {
          kind: 'list',
          label: trans.__('Good to know before it starts:'),
          items: asked.missing
        }
      ]),
      fields: compact<Field>([
        textField('title', trans.__('Title'), plan.title, 200),
        asked.templates.length > 0 && {
          kind: 'select',
          name: 'template',
          label: trans.__('Template'),
          hint: trans.__('Choosing another template replaces this plan.'),
          value: template,
          options: [
            { value: '', label: trans.__('No template') },
            ...asked.templates.map(({ id, title }) => ({
              value: id,
              label: title
            }))
          ]
        },
        textField('kind', trans.__('Kind'), plan.kind, 60, short),
        textField('language', trans.__('Language'), plan.language, 35, short),
        textField('audience', trans.__('Readers'), plan.audience, 400, short),
        textField(
          'length',
          trans.__('Maximum number of words'),
          lengthIn(asked, typed),
          5,
          { ...short, type: 'number' }
        ),
        ...asked.parts
          .filter(part => !isWritten(part))
          .map(part => partField(part, plan.parts[part.name] ?? '', trans)),
        {
          kind: 'rows',
          name: 'sections',
          label: trans.__('Sections'),
          rows: sections.map((row, at) =>
            sectionRow(row, at, plan.searches, trans)
          ),
          add:
            sections.length < MOST_SECTIONS ? trans.__('Add a section') : null,
          full: trans.__('A report has at most %1 sections', MOST_SECTIONS)
        },
        {
          kind: 'switch',
          name: 'searches',
          label: trans.__('Look for evidence in the notebook'),
          value: plan.searches
        },
        textField(
          'files',
          trans.__('Also read files (optional)'),
          textIn(typed, 'files', asked.plan.files.join('\n')),
          4000,
          {
            hint: trans.__(
              'One path per line, relative to the folder that Jupyter serves.'
            ),
            lines: 2
          }
        )
      ]),
      actions: compact<Action>([
        { name: 'accept', label: trans.__('Start') },
        template !== (asked.template ?? '') && {
          name: 'template',
          label: template
            ? trans.__('Use this template')
            : trans.__('Plan without a template')
        },
        inWords(
          'change',
          trans.__('Change…'),
          trans.__('What should be different?'),
          trans.__('Plan again'),
          typed
        ),
        reject(typed, trans)
      ]),
      typed: TYPED
    });
  },
  answerOf: (asked, action, typed, trans) => {
    const words = wordsIn(typed);
    switch (action) {
      case 'reject':
        return { action, reason: words };
      case 'change':
        return words === '' ? '' : { action, words };
      case 'template':
        return {
          action: 'change',
          words: '',
          template: textIn(typed, 'template') || null
        };
      default: {
        const { plan } = planIn(asked, typed);
        return troubleOf(plan, trans) ?? { action: 'accept', plan };
      }
    }
  }
};

function lengthIn({ plan: { length } }: PlanAsked, typed: Values): string {
  return textIn(typed, 'length', length === null ? '' : String(length));
}

/** The plan as the person has left it so far, and its sections as rows. */
function planIn(
  asked: PlanAsked,
  typed: Values
): { plan: IReportPlan; sections: readonly RowValue[] } {
  const { plan } = asked;
  const sections = rowsIn(
    typed,
    'sections',
    plan.sections.map(({ id, on, title, answers, search }) => ({
      id,
      on,
      title,
      answers,
      search: search.join(',')
    }))
  );
  const length = lengthIn(asked, typed).trim();
  return {
    sections,
    plan: {
      ...plan,
      title: textIn(typed, 'title', plan.title).trim(),
      kind: textIn(typed, 'kind', plan.kind).trim() || 'general',
      language: textIn(typed, 'language', plan.language).trim(),
      audience: textIn(typed, 'audience', plan.audience),
      length: length === '' ? null : Number(length),
      searches: flagIn(typed, 'searches', plan.searches),
      files: textIn(typed, 'files', plan.files.join('\n'))
        .split('\n')
        .map(path => path.trim().replace(/^\/+/, ''))
        .filter((path, at, all) => path !== '' && all.indexOf(path) === at)
        .slice(0, 20),
      parts: Object.fromEntries(
        [
          ...Object.entries(plan.parts),
          ...asked.parts.map(({ name }) => [
            name,
            textIn(typed, `part ${name}`, plan.parts[name] ?? '')
          ])
        ].filter(([, value]) => value !== '')
      ),
      sections: sections.map(row => sectionOf(row, plan.sections))
    }
  };
}

function sectionOf(
  row: RowValue,
  proposed: readonly IReportSection[]
): IReportSection {
  return {
    required: proposed.find(({ id }) => id === row.id)?.required ?? false,
    id: row.id,
    on: row.on,
    title: String(row.title ?? '').trim(),
    answers: String(row.answers ?? ''),
    search: String(row.search ?? '')
      .split(',')
      .map(words => words.trim().slice(0, MOST_SEARCHED))
      .filter(Boolean)
      .slice(0, MOST_SEARCHES)
  };
}

/** Why a report cannot begin with this plan; null if it can. */
function troubleOf(
  { title, sections, language, length }: IReportPlan,
  trans: ITranslator
): string | null {
  return title === ''
    ? trans.__('The report needs a title.')
    : !sections.some(({ on }) => on)
      ? trans.__('The report has no sections. Keep at least one.')
      : sections.some(section => section.title === '')
        ? trans.__('Every section needs a title.')
        : !/^[A-Za-z]{2,3}(-[A-Za-z\d]{1,8})*$/.test(language)
          ? trans.__('Write the language as a code, such as en or pt-BR.')
          : length !== null &&
              !(Number.isInteger(length) && length >= 50 && length <= 20_000)
            ? trans.__('The length is a number from 50 to 20000 words.')
            : null;
}

/** A blank of the template, as a field of its type. */
function partField(
  { label, name, type, required, choices }: IReportPart,
  value: string,
  trans: ITranslator
): Field {
  const words = label || name;
  const offered =
    type === 'yes-no' ? [trans.__('Yes'), trans.__('No')] : choices;
  const shared = {
    name: `part ${name}`,
    group: trans.__('For the template'),
    label: !required
      ? trans.__('%1 (optional)', words)
      : type === 'yes-no'
        ? words
        : trans.__('%1 (from the evidence, if you leave it empty)', words),
    value
  };
  return type === 'yes-no' || (type === 'choice' && choices.length > 0)
    ? {
        ...shared,
        kind: 'select',
        options: [
          { value: '', label: trans.__('Choose') },
          ...offered.map(choice => ({ value: choice, label: choice }))
        ]
      }
    : {
        ...shared,
        kind: 'text',
        max: 4000,
        ...(type === 'list' && {
          lines: 3,
          placeholder: trans.__('One per line')
        }),
        ...((type === 'number' || type === 'date') && { type })
      };
}

function sectionRow(
  value: RowValue,
  at: number,
  searches: boolean,
  trans: ITranslator
): Row {
  const text = (name: string) => String(value[name] ?? '');
  const name = text('title') || trans.__('section %1', at + 1);
  return {
    value,
    name,
    tick: trans.__('Write “%1”', name),
    grip: trans.__('Move section %1, “%2”, with the arrow keys', at + 1, name),
    menu: trans.__('More actions for section %1', at + 1),
    columns: compact<Row['columns'][number]>([
      {
        name: 'title',
        label: trans.__('Title of section %1', at + 1),
        placeholder: trans.__('Title'),
        text: text('title'),
        max: 200
      },
      {
        name: 'answers',
        label: trans.__('What “%1” must answer', name),
        placeholder: trans.__('What it must answer'),
        text: text('answers'),
        max: 2000
      },
      searches && {
        name: 'search',
        label: trans.__('Words to search for “%1” with', name),
        placeholder: trans.__('Words to search for, separated by commas'),
        text: text('search'),
        max: 1600
      }
    ]),
    notes: [],
    details: []
  };
}

/** With more on the card, each is folded to its title and thumbnail. */
const FEW_PIECES = 6;

/** Columns that are shown of a table. */
const COLUMNS = 8;

/**
 * The evidence that a report would be written from, to be ticked, moved and
 * agreed on.
 */
export const EVIDENCE: CardKind<EvidenceAsked, ReportInterruptAnswer> = {
  cardOf: (asked, typed, trans) => {
    const rows = piecesIn(asked, typed);
    const chosen = chosenOf(asked, rows);
    const count = new Set(chosen.flatMap(({ pieces }) => pieces)).size;
    const stale = staleOf(asked);
    const unrecorded = unrecordedIn(asked);
    return baseOf(asked, {
      isReport: true,
      blocks: compact<Block>([
        asked.plain &&
          note(
            trans.__(
              'The model could not sort this, so it follows the order of the notebook.'
            )
          ),
        asked.changes.length > 0 && {
          kind: 'list',
          label: trans.__('What changed'),
          items: asked.changes
        }
      ]),
      fields: [
        {
          kind: 'rows',
          name: 'pieces',
          label: '',
          rows: rows.flatMap(row => {
            const piece = asked.pieces.find(({ id }) => id === row.id);
            return piece ? [pieceRow(row, piece, asked, trans)] : [];
          }),
          groups: [
            ...asked.sections.map(({ id, title, answers, summary }, at) => ({
              id,
              label: title,
              blocks: compact<Block>([
                answers && textBlock('hint', answers),
                summary && { kind: 'text', text: plain(summary) },
                chosen[at].pieces.length === 0 &&
                  textBlock(
                    'hint',
                    trans.__(
                      'Nothing is ticked here, so this section will say that there is no evidence.'
                    )
                  )
              ])
            })),
            {
              id: '',
              label: trans.__('Not used'),
              blocks: [],
              folded: true as const
            }
          ]
        }
      ],
      after: compact<Block>([
        asked.leftOut > 0 &&
          note(
            trans._n(
              '%1 more piece was found and left out as less relevant.',
              '%1 more pieces were found and left out as less relevant.',
              asked.leftOut
            )
          ),
        stale.length > 1 && {
          kind: 'text',
          look: 'place',
          text: compact<string>([
            unrecorded < asked.pieces.length &&
              trans.__('%1 pieces may be out of date.', stale.length),
            unrecorded > 1 &&
              (unrecorded < asked.pieces.length
                ? trans.__(
                    'Of %1 there is no record of when they ran, or on which kernel.',
                    unrecorded
                  )
                : trans.__(
                    'There is no record of when these cells ran, or on which kernel.'
                  ))
          ]).join(' '),
          action: {
            name: 'run',
            label: trans.__('Run their cells again')
          }
        },
        {
          kind: 'text',
          look: 'place',
          isLive: true,
          text: trans._n(
            '%1 piece of evidence is ticked.',
            '%1 pieces of evidence are ticked.',
            count
          )
        }
      ]),
      actions: [
        { name: 'approve', label: trans.__('Approve') },
        inWords(
          'modify',
          trans.__('Change…'),
          trans.__('What should change?'),
          trans.__('Send changes'),
          typed
        ),
        reject(typed, trans)
      ],
      typed: TYPED
    });
  },
  answerOf: (asked, action, typed) => {
    const words = wordsIn(typed);
    const sections = chosenOf(asked, piecesIn(asked, typed));
    switch (action) {
      case 'reject':
        return { action, reason: words };
      case 'approve':
        return { action, sections };
      case 'modify':
        return words === '' &&
          JSON.stringify(sections) ===
            JSON.stringify(chosenOf(asked, piecesIn(asked, {})))
          ? ''
          : { action, sections, words };
      default:
        return {
          action: 'run',
          pieces:
            action === 'run'
              ? staleOf(asked).slice(0, 50)
              : [action.slice('run '.length)]
        };
    }
  }
};

/** Pieces that may be out of date and can be run again. */
function staleOf({ pieces }: EvidenceAsked): string[] {
  return pieces
    .filter(({ stale, source }) => stale.length > 0 && source.cellId !== '')
    .map(({ id }) => id);
}

/** How many pieces have no record of their run: of several it is said once. */
function unrecordedIn({ pieces }: Pick<EvidenceAsked, 'pieces'>): number {
  return pieces.filter(({ stale }) => stale.includes('unknown')).length;
}

/**
 * The pieces of each section, ticked or not, in order; then those that none uses.
 * What was typed may be from the card before its cells ran again: pieces that are
 * gone are left out, new ones stay where the card puts them.
 */
function piecesIn(asked: EvidenceAsked, typed: Values): RowValue[] {
  const fresh: RowValue[] = asked.sections.flatMap(({ id: group, pieces }) =>
    pieces.map(id => ({ id, group, on: true }))
  );
  const known = new Set(asked.pieces.map(({ id }) => id));
  const groups = new Set<unknown>(asked.sections.map(({ id }) => id));
  const rows = rowsIn(typed, 'pieces', fresh);
  const placed = new Set(rows.map(({ id }) => id));
  const used = [
    ...rows.filter(({ id, group }) => known.has(id) && groups.has(group)),
    ...fresh.filter(({ id }) => !placed.has(id))
  ];
  const inUse = new Set(used.map(({ id }) => id));
  return [
    ...used,
    ...asked.pieces
      .filter(({ id }) => !inUse.has(id))
      .map(({ id }) => ({ id, group: '', on: true }))
  ];
}

/** The pieces that a section of the answer keeps: the ticked ones, in order. */
function chosenOf(
  { sections }: EvidenceAsked,
  rows: readonly RowValue[]
): EvidenceChoice {
  return sections.map(({ id }) => ({
    id,
    pieces: rows
      .filter(({ group, on }) => group === id && on)
      .map(row => row.id)
  }));
}

/** Shows `[[e1]]` as the card does: as the name in front of its piece. */
function plain(summary: string): string {
  return summary.replace(
    /\[\[\s*(e\d[^\]]*)\]\]/g,
    (_, ids) => `(${ids.trimEnd()})`
  );
}

function pieceRow(
  value: RowValue,
  piece: IEvidencePiece,
  asked: EvidenceAsked,
  trans: ITranslator
): Row {
  const { pieces } = asked;
  const { id, change, personal, source, table, text } = piece;
  const stale = piece.stale.filter(
    mark => mark !== 'unknown' || unrecordedIn(asked) < 2
  );
  const words = firstLine(
    table?.header[0]?.filter(Boolean).join(', ') ?? text,
    60
  );
  const title = piece.title || words || trans.__('No title');
  const isTwice = pieces.some(
    other => other.id !== id && other.title === piece.title
  );
  const name = isTwice ? trans.__('%1, %2', title, id) : title;
  const isUsed = value.group !== '';
  const kinds = {
    'e-mail': trans.__('e-mail addresses'),
    phone: trans.__('phone numbers'),
    name: trans.__('names of people')
  };
  const image = piece.thumbnail === null ? null : safeImage(piece.thumbnail);
  return {
    value,
    name,
    ...(!isTwice && { hint: id }),
    isOpen: pieces.length <= FEW_PIECES,
    menu: trans.__('More actions for “%1”', name),
    place: trans.__('Section of “%1”', name),
    columns: [],
    ...(isUsed && {
      tick: name,
      grip: trans.__('Move “%1”, with the arrow keys', name)
    }),
    ...(change !== 'same' && {
      tag: change === 'new' ? trans.__('New') : trans.__('Moved here')
    }),
    notes: compact<Block>([
      // What tells it from another below the same heading.
      isTwice &&
        piece.title !== '' &&
        piece.kind !== 'plot' &&
        textBlock('hint', words),
      image !== null
        ? { kind: 'image', address: image, alt: name }
        : piece.kind === 'plot' &&
          textBlock('hint', trans.__('A plot, without a preview.')),
      stale.length > 0 && {
        kind: 'text',
        look: 'warning',
        text: stale.map(mark => staleText(mark, trans)).join(' '),
        ...(source.cellId !== '' && {
          action: {
            name: `run ${id}`,
            label: trans.__('Run it again'),
            says: trans.__('Run the cell of “%1” again', name)
          }
        })
      },
      personal.length > 0 &&
        textBlock(
          'warning',
          trans.__(
            'It may contain %1.',
            personal.map(each => kinds[each]).join(', ')
          )
        )
    ]),
    details: compact<Block>([
      !(piece.kind === 'plot' || piece.thumbnail !== null) &&
        (table
          ? {
              kind: 'table',
              label: name,
              head: table.header.map(row => row.slice(0, COLUMNS)),
              rows: table.rows.map(row => row.slice(0, COLUMNS)),
              ...(table.size.rows !== null && {
                note: trans.__(
                  '%1 rows, %2 columns in all',
                  table.size.rows,
                  table.size.columns ?? table.rows[0]?.length ?? 0
                )
              })
            }
          : text && { kind: 'code', label: name, text }),
      {
        kind: 'cell',
        path: source.notebook,
        cellId: source.cellId,
        text: placeText(piece, trans)
      }
    ])
  };
}

/** Where a piece is from and when it ran, in words. */
function placeText(
  { cut, source, time }: IEvidencePiece,
  trans: ITranslator
): string {
  const from =
    source.from === 'variables'
      ? trans.__('variables of the kernel')
      : source.from === 'conversation'
        ? trans.__('an earlier conversation')
        : visibleName(source.notebook);
  return compact<string>([
    source.output === null
      ? from
      : trans.__('%1, output %2', from, source.output + 1),
    time !== null && trans.__('ran %1', timeText(time)),
    cut && trans.__('only a part of it was kept')
  ]).join(' · ');
}

function timeText(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : date.toLocaleString(undefined, {
        dateStyle: 'medium',
        timeStyle: 'short'
      });
}
