import { z } from 'zod';

import { stepAnswer, type IPreparedTool } from '../../../contract';
import { stepSituation } from '../judging/step-situation';
import type { IPlanPorts } from '../state/plan-ports';
import type { PlanStateValue, PlanUpdate } from '../state/plan-state';
import { skippedOutcome } from '../state/skipped-outcome';
import { stepAt } from '../state/step-at';
import { MOST_STEP_TOOLS } from '../state/step-lookup';

/**
 * Processes the answer. Arguments that do not match their schema are asked for
 * again, up to a number of rounds; then the step continues with what it has,
 * and a line says so. A change in words leads to a new preparation equally
 * often; then the card says so.
 */
export const stepFeedbackNode =
  (ports: IPlanPorts) =>
  async (state: PlanStateValue): Promise<PlanUpdate> => {
    const { trans, now } = ports;
    const step = stepAt(state);
    const { data } = stepAnswer.safeParse(state.stepAnswer);
    const rounds = state.stepRounds + 1;
    const isOver = rounds > ports.settings().rounds;
    const update: PlanUpdate = {
      stepAnswer: null,
      stepRounds: 0,
      askedAt: now(),
      audit: [
        { node: `step ${step.id}`, what: data?.action ?? 'none', time: now() }
      ]
    };
    // A card that was accepted because of past decisions is not a new decision.
    if (data && data.action !== 'change' && !state.passed) {
      const tools = await ports.tools.recommend(step, MOST_STEP_TOOLS);
      ports.memory.collect([
        {
          kind: 'behaviour',
          id: `${state.session} ${step.id} ${rounds}`,
          domain: ports.memory.domain(),
          typed: state.task,
          time: now(),
          situation: stepSituation(step, tools),
          decision: data.action === 'approve' ? 'accept' : data.action,
          ms: Math.max(0, now() - state.askedAt),
          versions: Object.fromEntries(
            tools.map(({ name, version }) => [name, version])
          )
        }
      ]);
    }
    const skip = (reason: string): PlanUpdate => ({
      ...update,
      outcomes: { [step.id]: skippedOutcome(reason, now()) }
    });
    switch (data?.action) {
      case 'approve':
        return update;
      case 'edit': {
        const prepared = state.prepared.map(tool =>
          tool.name in data.arguments
            ? withArguments(tool, data.arguments[tool.name])
            : tool
        );
        const isMissing = prepared.some(
          ({ name, missing }) => name in data.arguments && missing.length > 0
        );
        return isMissing && isOver
          ? {
              ...update,
              prepared,
              lines: [
                trans.__(
                  'You have been asked for the arguments of “%1” %2 times, so the step goes on with the arguments it has.',
                  step.title,
                  rounds
                )
              ]
            }
          : {
              ...update,
              prepared,
              stepRounds: isMissing ? rounds : 0
            };
      }
      case 'change':
        return {
          ...update,
          stepRounds: rounds,
          ...(isOver
            ? {
                lines: [
                  trans.__(
                    '“%1” has been prepared %2 times. Run it as it is, or skip it.',
                    step.title,
                    rounds
                  )
                ]
              }
            : { stepFeedback: data.words })
        };
      default:
        return skip(
          data ? trans.__('You skipped it.') : trans.__('Nobody answered.')
        );
    }
  };

/** Arguments that do not match are treated as missing. */
function withArguments(
  tool: IPreparedTool,
  values: Record<string, unknown>
): IPreparedTool {
  const names = Array.isArray(tool.schema.required)
    ? tool.schema.required.map(String)
    : [];
  const missing = misfits(tool, values, names);
  const required = names.length;
  return {
    ...tool,
    arguments: values,
    missing,
    readiness:
      required === 0
        ? missing.length === 0
          ? 1
          : 0
        : Math.max(0, required - missing.length) / required
  };
}

/** Fields that do not match, or are missing. */
function misfits(
  { name, schema }: IPreparedTool,
  values: Record<string, unknown>,
  required: readonly string[]
): string[] {
  try {
    const read = z
      .fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(values);
    return read.success
      ? []
      : [
          ...new Set(read.error.issues.map(({ path }) => String(path[0] ?? '')))
        ];
  } catch (error) {
    // A server's schema may use features that Zod does not know; the call
    // itself is checked against it.
    console.debug('Cellwright: a schema cannot be read', name, error);
    return required.filter(
      field => values[field] === undefined || values[field] === ''
    );
  }
}
