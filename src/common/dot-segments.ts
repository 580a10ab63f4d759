const single = /^(?:\.|%2e)$/i;
const double = /^(?:\.|%2e){2}$/i;

/** The path as clients send it: they resolve the segments `.` and `..`, encoded or not (WHATWG URL, section 4.4). */
export function withoutDotSegments(path: string): string {
  const segments = path.replace(/^\//, "").split("/");
  if (!segments.some((one) => single.test(one) || double.test(one))) return path;
  const kept: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const isUp = double.test(segment);
    if (isUp) kept.pop();
    if (!isUp && !single.test(segment)) kept.push(segment);
    // What follows the last slash is empty then.
    else if (index === segments.length - 1) kept.push("");
  }
  return `/${kept.join("/")}`;
}
