/** Work that can wait until the change on the screen is drawn. */

const LATEST = 100; // milliseconds: a window that is not visible draws nothing

/** Call `work` after the next frame; returns what cancels it. */
export function afterFrame(work: () => void): () => void {
  let timer = setTimeout(run, LATEST);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run); // the callbacks of a frame come before its drawing
  });
  function run(): void {
    cancelAnimationFrame(frame);
    work();
  }
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}
