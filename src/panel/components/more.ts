/** The lazy chunk: see `load-more.ts`. */
export { AuditView } from './audit-view';
export { DebugView } from './debug-view';
export { InterruptCard } from './interrupt-card';
export { MentionList } from './mention-list';
export { ModelSettings } from './model-settings';
export { PolicyView } from './policy-view';
export { ThreadsView } from './threads-view';
export { TimelineView } from './timeline-view';
export { UndoView } from './undo-view';
