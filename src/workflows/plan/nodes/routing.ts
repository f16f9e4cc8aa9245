import { z } from 'zod';

import { askStructured } from '../asking/ask-structured';
import { plainChat } from '../judging/plain-chat';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { requestMessages } from '../state/request-messages';

const answer = z.object({
  route: z.enum(['simple_chat', 'tool_required']),
  reason: z.string()
});

/**
 * Decides whether the message needs tools at all; no request is sent if that is
 * obvious.
 */
export const routingNode =
  (ports: IPlanPorts) =>
  async ({
    session,
    messageId,
    task,
    context,
    history,
    order
  }: PlanStateValue): Promise<PlanUpdate> => {
    const startedAt = ports.now();
    if (order && 'cell' in order) {
      // No plan is made, and nothing is asked.
      return { startedAt };
    }
    if (order) {
      const { again } = order;
      const time = startedAt;
      ports.say({
        session,
        type: 'plan:start',
        task: again.task,
        messageId,
        time
      });
      const route = 'tool_required' as const;
      ports.say({ session, type: 'route', route, reason: '' });
      return { startedAt, route, task: again.task, enhanced: again.task };
    }
    ports.say({
      session,
      type: 'plan:start',
      task,
      messageId,
      time: startedAt
    });
    const { value, line } = plainChat(task)
      ? { value: { route: 'simple_chat' as const, reason: '' }, line: null }
      : await askStructured(ports.model, {
          name: 'route',
          schema: answer,
          messages: requestMessages(
            ports,
            'Decide whether the message can be answered in words (simple_chat) or needs work in the notebook, its files or its kernel (tool_required).',
            [
              ...history.map(({ role, text }) => `${role}: ${text}`),
              ...(context ? [context] : []),
              task
            ].join('\n')
          ),
          // The person asked for a plan, so the fallback is to make one.
          fallback: { route: 'tool_required' as const, reason: '' },
          line: ports.trans.__(
            'The model did not say whether this needs a plan, so one is made.'
          ),
          short: true
        });
    ports.say({ session, type: 'route', ...value });
    return {
      startedAt,
      route: value.route,
      enhanced: task,
      lines: line ? [line] : []
    };
  };
