/** Somebody's picture next to their name: an ornament, which says nothing that the name does not. */
export const Avatar = ({ picture, size }: { picture: string; size: number }) => (
  <img className="avatar" src={picture} width={size} height={size} alt="" />
)

/** Another picture has another address, so browsers may keep it. */
export const avatarPath = (userId: string, mark: string | null | undefined): string | null =>
  mark ? `/user-profile/avatar/${userId}?v=${mark}` : null
