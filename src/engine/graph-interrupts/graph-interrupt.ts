import type { InterruptPayload, IReviewRequest } from '../../contract';

/** A pause of the graph: LangGraph's interrupt with a request of ours. */
export interface IGraphInterrupt {
  /** The id that a resume is addressed to. */
  id: string;
  value: IReviewRequest | InterruptPayload;
}
