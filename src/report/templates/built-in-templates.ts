import analysisReport from '../../../templates/analysis-report.md';
import dataSheet from '../../../templates/data-sheet.md';
import labNote from '../../../templates/lab-note.md';
import modelCard from '../../../templates/model-card.md';
import summary from '../../../templates/one-page-summary.md';

/** The templates that come with us: the files in `templates/`. */
export const BUILT_IN_TEMPLATES: Readonly<Record<string, string>> = {
  'analysis-report': analysisReport,
  'one-page-summary': summary,
  'data-sheet': dataSheet,
  'model-card': modelCard,
  'lab-note': labNote
};
