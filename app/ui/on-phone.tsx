/** A phone's rows have no header above them: a bare number gets its name. */
export const OnPhone = ({ children }: { children: string }) => (
  <span className="min-[576px]:hidden">{children} </span>
)
