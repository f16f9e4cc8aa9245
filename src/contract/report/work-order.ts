import type { IReportOrder } from './reports';

/** What a call wants of the graph that does its work. Plain data. */
export interface IWorkOrder {
  /** What is to be done, as a person would say it. */
  text: string;
  /** What kind of report it asks for. */
  report?: IReportOrder;
  /** The arguments of the call, for a graph of another extension. */
  args?: Record<string, unknown>;
}
