import type { IMemorySettings, IPlanSettings } from '../../contract';
import { DEFAULT_SETTINGS } from '../../contract/agent/agent-settings';
import {
  MEMORY_KINDS,
  type MemoryKind
} from '../../contract/memory/memory-kinds';
import type { SettingsReader } from './settings-reader';

/** The settings of plan mode. */
export function readPlan(read: SettingsReader): IPlanSettings {
  const { plan } = DEFAULT_SETTINGS;
  const { approvals, reuse } = plan;
  // Whoever changed the default wanted to be asked.
  const asks = (name: string, otherwise: boolean): boolean =>
    read.flag(`plan.${name}`, otherwise, true);
  const share = (name: string, otherwise: number): number =>
    read.number(`plan.${name}`, 0, 1) ?? otherwise;
  return {
    approvals: {
      all: asks('askAll', approvals.all),
      clarification: asks('askQuestions', approvals.clarification),
      plan: asks('askPlan', approvals.plan),
      step: asks('askStep', approvals.step)
    },
    clearEnough: share('clearEnough', plan.clearEnough),
    reuse: {
      min: read.integer('plan.reuseUses', reuse.min, 1, 1000),
      successRate: share('reuseSuccess', reuse.successRate),
      confidence: share('reuseConfidence', reuse.confidence)
    },
    improved: share('improved', plan.improved),
    rounds: read.integer('plan.rounds', plan.rounds, 1, 20),
    budget: read.integer('plan.requestsPerStep', plan.budget, 1, 200),
    atOnce: read.integer('plan.atOnce', plan.atOnce, 1, 8),
    ceiling: {
      tokens: read.integer('plan.mostTokens', 0, 0, 1e9) || null,
      cost: read.number('plan.mostCost', 0, 1e6) || null
    },
    results: read.choice('plan.results', plan.results, ['browser', 'files'])
  };
}

/** The settings of memories. */
export function readMemory(
  read: SettingsReader,
  expected: string
): IMemorySettings {
  const { memory } = DEFAULT_SETTINGS;
  return {
    // Whoever changed the default wanted less to be learned.
    on: read.flag('memory.on', memory.on, false),
    off: read.items('memory.off', isKind, expected, []),
    most: read.integer('memory.most', memory.most, 1, 100_000)
  };
}

function isKind(value: unknown): value is MemoryKind {
  return MEMORY_KINDS.some(each => each === value);
}
