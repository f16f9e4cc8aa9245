/** A task with the answers to its questions, and the assumptions. */
export function enhancedTask(
  task: string,
  answered: readonly { question: string; answer: string }[],
  assumptions: readonly string[]
): string {
  return [
    task,
    ...answered.map(({ question, answer }) => `${question} ${answer}`),
    ...assumptions.map(each => `Taken for granted: ${each}`)
  ].join('\n');
}
