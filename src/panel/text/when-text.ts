/** A point in time, as short as possible: the time if today, else the date. */
export function whenText(time: number, now = Date.now()): string {
  const date = new Date(time);
  return date.toDateString() === new Date(now).toDateString()
    ? timeText(time)
    : date.toLocaleDateString(undefined, {
        year: 'numeric',
        month: 'short',
        day: 'numeric'
      });
}

/** Hours and minutes. */
export function timeText(time: number): string {
  return new Date(time).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit'
  });
}
