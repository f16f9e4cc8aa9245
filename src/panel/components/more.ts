/** The lazy chunk: see `load-more.ts`. */
import '../../../style/card.css';
import '../../../style/card-body.css';
import '../../../style/views.css';

export { FormulaTypesetter } from '../formula-typesetter';
export { AuditView } from './audit-view';
export { Card } from './card';
export { DebugView } from './debug-view';
export { DecidedCard, DecisionDetails } from './decided-card';
export { DecisionsHead } from './decisions-head';
export { FolderInstructions } from './folder-instructions';
export { ContinueFromFile, FoundLine, FromFile } from './from-file';
export { InterruptCard } from './interrupt-card';
export { MentionList } from './mention-list';
export { ModelSettings } from './model-settings';
export { PolicyView } from './policy-view';
export { ThreadsView } from './threads-view';
export { TimelineView } from './timeline-view';
export { UndoView } from './undo-view';
