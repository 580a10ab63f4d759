const date = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const time =
  "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const datePattern = /* @__PURE__ */ whole(date);
const timePattern = /* @__PURE__ */ whole(time);
const dateTimePattern = /* @__PURE__ */ whole(date, "[Tt]", time);

/** A function, so that bundlers can drop the pattern if it is not used. */
function whole(...parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.join("")}$`);
}

/** `full-date` of RFC 3339: `2026-03-14`. */
export function isDate(text: string): boolean {
  return datePattern.test(text) && isDayOfMonth(text);
}

/** `date-time` of RFC 3339: `2026-03-14T09:30:00Z`. */
export function isDateTime(text: string): boolean {
  return dateTimePattern.test(text) && isDayOfMonth(text) && isSecondOfDay(text, 11);
}

/** `full-time` of RFC 3339: `09:30:00+01:00`. */
export function isTime(text: string): boolean {
  return timePattern.test(text) && isSecondOfDay(text, 0);
}

/** `date-time` of RFC 3339 without a zone: `2026-03-14T09:30:00`. */
export function isDateTimeLocal(text: string): boolean {
  return text.length >= 19 && !/[Zz]$/.test(text) && isDateTime(text + "Z");
}

/** `full-time` of RFC 3339 without a zone: `09:30:00`. */
export function isTimeLocal(text: string): boolean {
  return !/[Zz]$/.test(text) && isTime(text + "Z");
}

/** `duration` of RFC 3339, appendix A: units follow each other without gaps. */
export function isDuration(text: string): boolean {
  return durationPattern.test(text);
}

const durationPattern =
  /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

/** `HTTP-date` of RFC 9110, with its obsolete forms: `Sat, 14 Mar 2026 09:30:00 GMT`. */
export function isHttpDate(text: string): boolean {
  return httpDatePattern.test(text);
}

const httpDatePattern = /* @__PURE__ */ httpDates();

function httpDates(): RegExp {
  const weekday = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
  const longWeekday = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
  const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
  const day = "(?:0[1-9]|[12]\\d|3[01])";
  const clock = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)";
  const usual = `${weekday}, ${day} ${month} \\d{4} ${clock} GMT`;
  const rfc850 = `${longWeekday}, ${day}-${month}-\\d{2} ${clock} GMT`;
  const asctime = `${weekday} ${month} (?:${day}| [1-9]) ${clock} \\d{4}`;
  return new RegExp(`^(?:${usual}|${rfc850}|${asctime})$`);
}

/** Of a text that looks like a date, or begins like one. */
function isDayOfMonth(text: string): boolean {
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (month !== 2) return day <= 30 + ((month + (month >> 3)) & 1);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  return day <= (year % (year % 25 === 0 ? 16 : 4) === 0 ? 29 : 28);
}

/** Of a text that looks like a time behind `start`: a leap second is the last one of a day in UTC. */
function isSecondOfDay(text: string, start: number): boolean {
  if (text[start + 6] !== "6") return true;
  const minute = text.slice(start).replace(/:60(\.\d+)?/, "");
  return Date.parse(`2000-01-02T${minute.toUpperCase()}`) % 86_400_000 === 86_340_000;
}

function twoDigits(text: string, start: number): number {
  return text.charCodeAt(start) * 10 + text.charCodeAt(start + 1) - 528;
}
