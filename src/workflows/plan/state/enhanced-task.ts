/** A task with what was answered, and what is taken for granted. */
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
