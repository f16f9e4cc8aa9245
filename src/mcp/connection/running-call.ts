import type { IToolContext } from '../../contract';

/** A call under way, and how its server can ask the person. */
export interface IRunningCall {
  tool: string;
  ask?: IToolContext['ask'];
}
