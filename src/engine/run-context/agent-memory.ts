import type { AgentMode, ReviewLevel } from '../../contract';

/** What an agent has learnt about a notebook; lives as long as the thread. */
export interface IAgentMemory extends IOfferMemory {
  /** Hash of each cell's source when the model last read it. */
  seen: Record<string, string>;
  /** Cells that the agent made. */
  created: Set<string>;
  /**
   * The empty cell the person was in when they sent their last message, then
   * the cell that took its place; see `IToolContext`.
   */
  emptyCell?: string;
  /** The model's short names for cells, by id; see `CellNames`. */
  names: Map<string, string>;
  /** Cells whose names the panel was told. */
  namesTold: Set<string>;
  /** The kernel epoch that the model knows of. */
  epoch: string;
  /** Path of the notebook that the last message in the graph described. */
  described?: string;
  /**
   * The cells of that notebook as the model knows them; see `knownCells`. Unset
   * where that is not known: the next message describes the notebook again.
   */
  cells?: string;
  /** What the person has undone and the model was not told yet. */
  undone: string[];
  /** Documents that the person attached, by name: their ids in the image store. */
  documents: Map<string, string>;
  /** The mode of the person's last message. */
  mode?: AgentMode;
  /** Id of the plan in progress. */
  plan?: string;
  /** How much that plan asks for while it runs. */
  level?: ReviewLevel;
}

/** The memory of a new thread. */
export function newMemory(): IAgentMemory {
  return {
    seen: {},
    created: new Set(),
    names: new Map(),
    namesTold: new Set(),
    epoch: '',
    undone: [],
    documents: new Map(),
    offered: new Map(),
    used: new Set()
  };
}

/**
 * Why a tool that is not ours is offered: it was used in this conversation, it
 * fits the message or the current todo, `find_tools` found it, or it was
 * added during the run.
 */
export const OFFER_REASONS = [
  'used',
  'message',
  'plan',
  'found',
  'new'
] as const;
export type OfferReason = (typeof OFFER_REASONS)[number];

/** The part of the offer that is stored with the conversation. */
export interface IOfferMemory {
  /** Tools that were offered in the run for a reason, in order. */
  offered: Map<string, OfferReason>;
  /** Tools that were used in this conversation, without ours. */
  used: Set<string>;
}
