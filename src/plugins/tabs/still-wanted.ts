import type { AgentCommand, AgentEvent } from '../../contract';

/**
 * What remains to be done of a command when the tab that had taken it is gone.
 * What a person said or decided must not be lost and must not count twice; for
 * anything else they can see that it did not happen, and ask again.
 *
 * @param history the events of the thread.
 * @returns null if nothing remains.
 */
export function stillWanted(
  command: AgentCommand,
  history: readonly AgentEvent[]
): AgentCommand | null {
  switch (command.type) {
    case 'start':
      return wasSaid(command.messageId, history) ? null : command;
    case 'queue':
      return command.text === null || wasSaid(command.messageId, history)
        ? null
        : command;
    case 'answer':
      return history.some(
        event =>
          event.type === 'interrupt-closed' &&
          event.interruptId === command.interruptId
      )
        ? null
        : command;
    case 'resume': {
      const decided = new Set(
        history.map(event =>
          event.type === 'review-decided' &&
          event.interruptId === command.interruptId
            ? event.callId
            : null
        )
      );
      const decisions = Object.fromEntries(
        Object.entries(command.decisions).filter(([id]) => !decided.has(id))
      );
      return Object.keys(decisions).length > 0
        ? { ...command, decisions }
        : null;
    }
    default:
      return null;
  }
}

function wasSaid(messageId: string, history: readonly AgentEvent[]): boolean {
  return history.some(
    event => event.type === 'user-message' && event.messageId === messageId
  );
}
