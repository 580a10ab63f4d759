import { dateTime } from "../../validate/formats/date-times.js";
import type { HeaderReader } from "../operation.js";

/** A header that is a date and time; an invalid one stays text, with an issue. */
export const dateTimeHeader: HeaderReader = (text, { issues, path = "" }) => {
  const value = dateTime(text);
  if (!(value instanceof Date))
    issues?.push({
      path,
      schema: "",
      keyword: "type",
      params: { type: "date-time" },
      message: "must be a date-time",
    });
  return value;
};
