/** The lazy chunk: see `load-more.ts`. */
import '../../../style/card.css';
import '../../../style/card-body.css';
import '../../../style/views.css';
import '../../../style/servers.css';
import '../../../style/report.css';
import '../../../style/plan.css';
import '../../../style/todo.css';
import '../../../style/model-settings.css';
import '../../../style/mentions.css';
import '../../../style/disclosure.css';
import '../../../style/details.css';

export { readFiles } from '../actions/read-files';
export { ServerThings } from '../actions/server-things';
export { matchingSkills } from '../actions/matching-skills';
export { LongText } from '../render/long-text/long-text';
export { FormulaTypesetter } from '../render/formula-typesetter';
export { AuditView } from './views/audit-view';
export { CallResult } from './thread/call-result';
export { Thumbnails } from './thread/result-things';
export { TodoList } from './thread/todo-list';
export { Card } from './card/card';
export { DebugView } from './views/debug-view';
export { DecidedCard, DecisionDetails } from './card/decided-card';
export { DecisionsHead } from './card/decisions-head';
export { ReportChip } from './thread/report-chip';
export { FolderInstructions } from './thread/folder-instructions';
export { ContinueFromFile, FoundLine, FromFile } from './thread/from-file';
export { OtherTabLine } from './thread/other-tab-line';
export { MemoryLine } from './plan/memory-line';
export { PlanLine } from './plan/plan-line';
export { PlanProgress } from './plan/plan-progress';
export { TaskLine } from './plan/task-line';
export { InterruptCard } from './question/interrupt-card';
export { Disclosure } from './composer/disclosure';
export { FillInForm } from './composer/fill-in-form';
export { MentionList } from './composer/mention-list';
export { TurnRuleStatus } from './card/turn-rule-option';
export { TypedActions } from './composer/typed-actions';
export {
  answersOnEnter,
  answerTyped,
  questionFor
} from '../actions/typed-answer';
export { Queue } from './composer/queue';
export { LearnedView } from './views/learned-view';
export { ModelSettings } from './model/model-settings';
export { ReportProgress } from './report/report-progress';
export { ReportResult } from './report/report-result';
export { ReportView } from './views/report-view';
export { ServersView } from './views/servers-view';
export { PolicyView } from './views/policy-view';
export { ThreadsView } from './views/threads-view';
export { TimelineView } from './views/timeline-view';
export { UndoView } from './views/undo-view';
