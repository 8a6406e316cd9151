import { z } from 'zod'
import { playerFile } from '../../../backend/players/player-exclusion/player-file.contract'

export const handOutRule = { all: ['pe_player::list_players', 'pe_player::hand_out'] } as const
export const fileAnswer = z.object({ file: playerFile.nullable() })
