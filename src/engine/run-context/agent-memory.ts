import type { AgentMode, INotebook, ReviewLevel } from '../../contract';
import type { IOfferMemory } from '../tool-set/offer-memory';

/** What an agent has learnt about a notebook, for as long as its thread lives. */
export interface IAgentMemory extends IOfferMemory {
  /** Hash of each cell's source when the model last read it. */
  seen: Record<string, string>;
  /** Cells that the agent made. */
  made: Set<string>;
  /**
   * The empty cell the person was in when they sent their last message; none once
   * the agent has made a cell since.
   */
  spot?: string;
  /** What the model calls cells, by id; see `CellNames`. */
  names: Map<string, string>;
  /** Of these, the cells that the panel was told of. */
  namesTold: Set<string>;
  /** Kernel epoch the model knows of. */
  epoch: string;
  /** The notebook of the last run. */
  notebook?: INotebook;
  /** Path of the notebook that the last message to reach the graph told about. */
  told?: string;
  /** What the person has taken back and the model was not told yet. */
  undone: string[];
  /** Documents that the person attached, by name: their ids in the image store. */
  documents: Map<string, string>;
  /** Tools that a skill in use leaves to this run; null for all. */
  allowed: string[] | null;
  /** How the person wanted their last message to be worked on. */
  mode?: AgentMode;
  /** Id of the plan that has not ended. */
  plan?: string;
  /** How much is asked while it runs. */
  level?: ReviewLevel;
}

/** Of a thread in which nothing was learnt yet. */
export function newMemory(): IAgentMemory {
  return {
    seen: {},
    made: new Set(),
    names: new Map(),
    namesTold: new Set(),
    epoch: '',
    undone: [],
    documents: new Map(),
    offered: new Map(),
    used: new Set(),
    allowed: null
  };
}
