import type { BaseMessage } from '@langchain/core/messages';

import type { IDemoAnswer } from './reading/demo-answer';
import { explainJob, fixJob } from './cell-jobs';
import { planForm, planJob } from './plan-job';
import { reportJob } from './report-job';
import { dataJob } from './data/data-job';
import {
  type Request,
  asksToGoOn,
  isStrong,
  readRequest
} from './reading/request';
import {
  aboutJob,
  filesJob,
  kernelJob,
  summariseJob,
  weatherJob,
  writeSummaryJob
} from './small-jobs';
import { type ITranscript, readTranscript } from './reading/transcript';
import { readWishes } from './reading/wishes';

/**
 * What the demo says next. Like a real model it only knows what it is sent; the
 * same messages always give the same answer.
 *
 * @param offered names of the tools it may call.
 */
export function decide(
  messages: BaseMessage[],
  offered: readonly string[] = []
): IDemoAnswer {
  const report = reportJob(messages, offered);
  if (report) {
    return report;
  }
  const form = planForm(offered);
  if (form) {
    return planJob(messages, form);
  }
  const transcript = readTranscript(messages);
  if (offered.length === 0 && isPlainChat(messages)) {
    return { text: plainAnswer(transcript), calls: [] };
  }
  const start = jobStart(transcript);
  const item = transcript.items[start];
  const request = wished(item?.kind === 'person' ? item.text : '');
  switch (request.kind) {
    case 'explore':
    case 'example':
    case 'compare':
    case 'correlations':
    case 'plot':
    case 'step':
      return dataJob(transcript, start, request);
    case 'explain':
      return explainJob(transcript, start, request.cell);
    case 'fix':
      return fixJob(transcript, start, request.cell);
    case 'summarise':
      return summariseJob(transcript, start);
    case 'write-summary':
      return writeSummaryJob(transcript, start);
    case 'files':
      return filesJob(transcript, start);
    case 'kernel':
      return kernelJob(transcript, start);
    case 'weather':
      return weatherJob(transcript, start, request.island, offered);
    case 'other':
      return aboutJob(transcript, start);
  }
}

/** A message that plan mode wants answered in words. */
function isPlainChat([first]: readonly BaseMessage[]): boolean {
  return first?.text.startsWith('Answer the message.') ?? false;
}

function plainAnswer({ items }: ITranscript): string {
  const last = items.findLast(({ kind }) => kind === 'person');
  return last?.kind === 'person' &&
    /^\W*(thanks?|thx|danke|merci)/i.test(last.text)
    ? 'You are welcome.'
    : 'I am the scripted demo model. Name a table in this folder, and I plan how to explore it.';
}

/** "Now with a log scale" asks for a plot without saying so. */
function wished(text: string): Request {
  const request = readRequest(text);
  if (request.kind !== 'other') {
    return request;
  }
  const { kind, log, bigger, grid, title, aggregate } = readWishes([text]);
  if (kind || log || bigger || grid || title) {
    return { kind: 'plot' };
  }
  return aggregate ? { kind: 'compare' } : request;
}

/**
 * The start of the current job: the last message that is a new request, rather
 * than a remark on the current one.
 */
function jobStart({ items }: ITranscript): number {
  let start = items.findIndex(item => item.kind === 'person');
  items.forEach((item, index) => {
    if (item.kind !== 'person' || index <= start || asksToGoOn(item.text)) {
      return;
    }
    const before = items[index - 1];
    const over =
      before.kind === 'step' &&
      (before.calls.length === 0 ||
        before.calls.some(
          call => call.name === 'final_answer' || call.outcome === 'stopped'
        ));
    const idle = before.kind === 'person' && index - 1 === start;
    const request = readRequest(item.text);
    if (over || isStrong(request) || (idle && request.kind !== 'other')) {
      start = index;
    }
  });
  return start;
}
