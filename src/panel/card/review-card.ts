import {
  REPORT_FORMS,
  savingProblem,
  type ITranslator,
  type OpenQuestion,
  type ReportForm,
  type ReportInterruptAnswer
} from '../../contract';
import { visibleName } from '../render/visible-text';
import {
  choiceIn,
  compact,
  flagIn,
  inWords,
  textField,
  textIn,
  wordsIn,
  type CardKind,
  type Choice,
  type Field,
  type Option,
  type Values
} from './card';
import { baseOf } from './question-cards';

export type ReviewAsked = OpenQuestion & { kind: 'review' };

/** With more, their number is on the card, and they are beside the text. */
const FEW_FINDINGS = 3;

/**
 * A finished report: what was found in it, and what becomes of it. Its text is
 * beside the notebook, where the person changes it (`ReportReview`).
 */
export const REVIEW: CardKind<ReviewAsked, ReportInterruptAnswer> = {
  cardOf: (asked, typed, trans) => {
    const isIn = (state: string) =>
      asked.findings.filter(finding => finding.state === state);
    const failed = isIn('failed');
    const mended = isIn('mended').length;
    const isChanged = reviewedText(asked, typed) !== asked.markdown;
    const untraced =
      isChanged && typeof typed.untraced === 'number'
        ? typed.untraced
        : asked.untraced.length;
    const { baseName, folder, download } = placeIn(asked, typed);
    const back = inWords(
      'back',
      trans.__('Send back'),
      trans.__('What should be written differently?'),
      trans.__('Write it again'),
      typed
    );
    return baseOf(asked, {
      isReport: true,
      blocks: [
        {
          kind: 'list',
          items: compact<string>([
            failed.length + untraced === 0 && trans.__('All checks passed.'),
            ...(failed.length > FEW_FINDINGS
              ? [trans.__('%1 checks did not pass.', failed.length)]
              : failed.map(({ text }) => text)),
            mended > 0 &&
              trans._n('%1 thing was fixed.', '%1 things were fixed.', mended),
            untraced > 0 &&
              trans._n(
                '%1 number is not in the evidence.',
                '%1 numbers are not in the evidence.',
                untraced
              ),
            isChanged && trans.__('You have changed the text.')
          ])
        }
      ],
      fields: [],
      actions: [
        {
          name: 'open',
          label: trans.__('Open the report'),
          shows: asked.report
        },
        {
          name: 'save',
          label: trans.__('Save'),
          send: trans.__('Approve and save'),
          asks: compact<Field>([
            {
              kind: 'choice',
              name: 'forms',
              label: trans.__('Save as'),
              many: true,
              options: formsOf(asked, trans),
              value: formsIn(asked, typed, trans)
            },
            textField('baseName', trans.__('Name'), baseName, 120),
            !download &&
              textField('folder', trans.__('Folder'), folder, 1000, {
                hint: trans.__(
                  'Relative to the folder that Jupyter serves. You see each file before it is written.'
                )
              }),
            {
              kind: 'switch',
              name: 'record',
              label: trans.__(
                'Include an evidence file, to check the report later'
              ),
              value: flagIn(typed, 'record')
            },
            {
              kind: 'switch',
              name: 'download',
              label: trans.__('Download it instead'),
              hint: trans.__('Your browser saves the files.'),
              value: download
            }
          ])
        },
        {
          ...back,
          asks: compact<Field>([
            ...(back.asks ?? []),
            asked.sections.length > 1 && {
              kind: 'choice',
              name: 'sections',
              label: trans.__(
                'Sections to write again (all if none is ticked)'
              ),
              many: true,
              options: sectionsOf(asked),
              value: choiceIn(typed, 'sections', sectionsOf(asked))
            }
          ])
        },
        inWords(
          'discard',
          trans.__('Discard'),
          trans.__('Why? (optional)'),
          trans.__('Discard the report'),
          typed
        )
      ],
      typed: { as: 'change', action: 'back', field: 'words' }
    });
  },
  answerOf: (asked, action, typed, trans) => {
    const markdown = reviewedText(asked, typed);
    const words = wordsIn(typed);
    switch (action) {
      case 'discard':
        return { action, reason: words };
      case 'back':
        return words === ''
          ? ''
          : {
              action,
              words,
              sections: [
                ...choiceIn(typed, 'sections', sectionsOf(asked)).chosen
              ],
              ...(markdown.trim() !== '' &&
                markdown !== asked.markdown && { markdown })
            };
      case 'save': {
        const { chosen } = formsIn(asked, typed, trans);
        const forms = REPORT_FORMS.filter(form => chosen.includes(form));
        const { download, ...typedPlace } = placeIn(asked, typed);
        const baseName = typedPlace.baseName.trim();
        const folder = download
          ? asked.folder
          : typedPlace.folder.trim().replace(/^\/+|(?<!\/)\/+$/g, '');
        return markdown.trim() === ''
          ? trans.__('The report is empty.')
          : forms.length === 0
            ? trans.__('Choose at least one kind of file.')
            : (savingProblem({ baseName, folder }, trans) ?? {
                action,
                markdown,
                forms,
                baseName,
                folder,
                record: flagIn(typed, 'record'),
                download
              });
      }
      default:
        return '';
    }
  }
};

/** The text of a finished report as the person has left it. */
export function reviewedText(asked: ReviewAsked, typed: Values): string {
  return textIn(typed, 'markdown', asked.markdown);
}

/** Where it is saved, as typed. */
function placeIn(asked: ReviewAsked, typed: Values) {
  return {
    baseName: textIn(typed, 'baseName', asked.baseName),
    folder: textIn(typed, 'folder', asked.folder),
    download: flagIn(typed, 'download')
  };
}

function sectionsOf({ sections }: ReviewAsked): Option[] {
  return sections.map(({ id, title }) => ({ value: id, label: title }));
}

function formsIn(
  asked: ReviewAsked,
  typed: Values,
  trans: ITranslator
): Choice {
  return choiceIn(typed, 'forms', formsOf(asked, trans), {
    chosen: asked.forms,
    other: null
  });
}

function formsOf({ docxTemplate }: ReviewAsked, trans: ITranslator): Option[] {
  const labels: Record<ReportForm, string> = {
    md: trans.__('Markdown (.md)'),
    html: trans.__('HTML, one file (.html)'),
    docx: trans.__('Word (.docx)'),
    ipynb: trans.__('Notebook (.ipynb)'),
    pdf: trans.__('PDF (.pdf, or the browser’s print dialog)')
  };
  return REPORT_FORMS.map(form => ({
    value: form,
    label: labels[form],
    ...(form === 'docx' &&
      docxTemplate !== null && {
        hint: trans.__('Made from your template %1.', visibleName(docxTemplate))
      })
  }));
}
