/** A point in time, as short as possible: the time if today, else the date. */
export function whenText(time: number, now = Date.now()): string {
  const date = new Date(time);
  const sameDay = date.toDateString() === new Date(now).toDateString();
  return sameDay
    ? date.toLocaleTimeString(undefined, {
        hour: '2-digit',
        minute: '2-digit'
      })
    : date.toLocaleDateString(undefined, {
        year: 'numeric',
        month: 'short',
        day: 'numeric'
      });
}
